import type { Metadata, Sharp } from 'sharp'
import { failField } from '../../kernel/errors.ts'
import { bytesPerMegabyte } from '../../kernel/http-form.ts'
import { imageLibrary } from '../../kernel/image-library.ts'
import { type ImageType, imageTypeOf } from './image-types.ts'
import type { StoredFile } from './uploads.actions.ts'
import type { ImagePolicy } from './uploads.settings.ts'

/** Large enough for the largest place it is shown in, on a screen with fine pixels. */
const avatar = { width: 320, height: 320 }

/** As wide as the widest screen needs; pages that were photographed from top to bottom stay readable. */
const largest = { width: 2560, height: 8192 }

/** A square picture drawn anew from what was sent: nothing of the original file is left but what can be seen. */
export async function toAvatar(file: File, policy: ImagePolicy): Promise<StoredFile> {
  const { bytes, type } = await readImage(file, policy)
  if (type.format === 'gif') return refuse()
  const drawn = (await decoder(bytes, policy, { pages: 1 }))
    .autoOrient()
    .resize({ ...avatar, fit: 'cover' })
  return await toWebp(drawn, { quality: 82 })
}

/** An image for a post, drawn anew the same way. One that moves goes on moving. */
export async function toPostImage(file: File, policy: ImagePolicy): Promise<StoredFile> {
  const { bytes, type, frames } = await readImage(file, policy)
  const drawn = (await decoder(bytes, policy, { pages: frames }))
    .autoOrient()
    .resize({ ...largest, fit: 'inside', withoutEnlargement: true })
  // Screenshots and drawings have edges that photographs do not have.
  const isExact = type.format === 'png' || type.format === 'gif'
  return await toWebp(drawn, { quality: 85, smartSubsample: true, nearLossless: isExact })
}

type ReadImage = { bytes: Uint8Array; type: ImageType; frames: number }

/** The bytes of an image of a kind and size that the site takes, before a single pixel is decoded. */
async function readImage(file: File, policy: ImagePolicy): Promise<ReadImage> {
  if (file.size > policy.megabytes * bytesPerMegabyte) {
    failField('file', 'upload.too_large', { megabytes: policy.megabytes })
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = imageTypeOf(bytes)
  if (type === null || !type.extensions.some((one) => policy.extensions.includes(one))) {
    return refuse()
  }
  const { width, height, format, pages: frames = 1 } = await readHead(bytes)
  // All frames together count: each of them is decoded.
  if (width * height * frames > mostPixels(policy)) {
    failField('file', 'upload.too_many_pixels', { megapixels: policy.megapixels })
  }
  return format === type.format ? { bytes, type, frames } : refuse()
}

function mostPixels({ megapixels }: ImagePolicy) {
  return megapixels * 1_000_000
}

/** Size and kind from the head of the file. */
async function readHead(bytes: Uint8Array): Promise<Metadata> {
  // The largest size is judged by the caller, who can say it in words.
  const sharp = await imageLibrary()
  return await sharp(bytes, { limitInputPixels: false }).metadata().catch(refuse)
}

async function decoder(
  bytes: Uint8Array,
  policy: ImagePolicy,
  { pages }: { pages: number },
): Promise<Sharp> {
  const limitInputPixels = mostPixels(policy)
  // A moving image is decoded as one tall one, which cannot be read from top to bottom only once.
  const sequentialRead = pages === 1
  const sharp = await imageLibrary()
  return sharp(bytes, { limitInputPixels, failOn: 'error', pages, sequentialRead })
}

async function toWebp(
  drawn: Sharp,
  options: { quality: number; smartSubsample?: boolean; nearLossless?: boolean },
): Promise<StoredFile> {
  const { data, info } = await drawn
    .toColourspace('srgb')
    .webp(options)
    .toBuffer({ resolveWithObject: true })
    .catch(refuse)
  const { width, pageHeight, height } = info
  return { bytes: data, mediaType: 'image/webp', width, height: pageHeight ?? height }
}

function refuse(): never {
  return failField('file', 'upload.not_an_image')
}
