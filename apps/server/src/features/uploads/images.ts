import sharp, { type Metadata } from 'sharp'
import { failField } from '../../kernel/errors.ts'
import { bytesPerMegabyte } from '../../kernel/http-form.ts'
import { imageTypeOf } from './image-types.ts'
import type { ImagePolicy } from './uploads.settings.ts'

// Only the decoders of the kinds that are taken in; the many others have been the way in for attacks.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

/** Large enough for the largest place it is shown in, on a screen with fine pixels. */
const avatarPixels = 320

export type Picture = { bytes: Buffer; mediaType: 'image/webp'; width: number; height: number }

/** A square picture drawn anew from what was sent: nothing of the original file is left but what can be seen. */
export async function toAvatar(file: File, policy: ImagePolicy): Promise<Picture> {
  if (file.size > policy.megabytes * bytesPerMegabyte) {
    failField('file', 'upload.too_large', { megabytes: policy.megabytes })
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = imageTypeOf(bytes)
  if (type === null || !type.extensions.some((one) => policy.extensions.includes(one))) {
    return refuse()
  }
  const most = policy.megapixels * 1_000_000
  const { width, height, format } = await readHead(bytes)
  if (width * height > most) {
    failField('file', 'upload.too_many_pixels', { megapixels: policy.megapixels })
  }
  if (format !== type.format) return refuse()
  return { bytes: await draw(bytes, most), mediaType: 'image/webp', ...square }
}

const square = { width: avatarPixels, height: avatarPixels }

/** Size and kind from the head of the file, before a single pixel is decoded. */
async function readHead(bytes: Uint8Array): Promise<Metadata> {
  // The largest size is judged by the caller, who can say it in words.
  return await sharp(bytes, { limitInputPixels: false }).metadata().catch(refuse)
}

async function draw(bytes: Uint8Array, limitInputPixels: number): Promise<Buffer> {
  return await sharp(bytes, { limitInputPixels, failOn: 'error', pages: 1, sequentialRead: true })
    .autoOrient()
    .resize({ ...square, fit: 'cover' })
    .toColourspace('srgb')
    .webp({ quality: 82 })
    .toBuffer()
    .catch(refuse)
}

function refuse(): never {
  return failField('file', 'upload.not_an_image')
}
