import { limits } from '@stoa/contract/limits'
import type { Sharp } from 'sharp'
import type { ImageJob } from '../../kernel/images/image-job.ts'
import { imageLibrary } from '../../kernel/images/image-library.ts'
import type { ImageType } from './image-types.ts'

export type DrawRequest = { bytes: Uint8Array; format: ImageType['format']; maxPixels: number }

export type DrawResult =
  | { ok: true; bytes: Uint8Array; width: number; height: number }
  | { ok: false; reason: 'not_an_image' | 'too_many_pixels' | 'too_many_frames' }

/** Large enough for the largest place it is shown in, on a screen with fine pixels. */
const avatar = { width: 320, height: 320 }

/** As wide as the widest screen needs; pages that were photographed from top to bottom stay readable. */
const largest = { width: 2560, height: 8192 }

/** A screenshot of a long page. Beyond it, near-lossless encoding takes up to 40 s and 700 MB. */
const nearLosslessPixels = 8_000_000

/** A square picture drawn anew from what was sent: nothing of the original file is left but what can be seen. */
export const avatarJob: ImageJob<DrawRequest, DrawResult> = {
  name: 'avatar',
  run: (request) =>
    draw(request, async ({ bytes, maxPixels }) => {
      const drawn = (await decoder(bytes, { maxPixels, pages: 1 }))
        .autoOrient()
        .resize({ ...avatar, fit: 'cover' })
      return await toWebp(drawn, { quality: 82 })
    }),
}

/** An image for a post, drawn anew the same way. One that moves goes on moving. */
export const postImageJob: ImageJob<DrawRequest, DrawResult> = {
  name: 'post-image',
  run: (request) =>
    draw(request, async ({ bytes, format, maxPixels }, { width, height, frames }) => {
      const drawn = (await decoder(bytes, { maxPixels, pages: frames }))
        .autoOrient()
        .resize({ ...largest, fit: 'inside', withoutEnlargement: true })
      const scale = Math.min(1, largest.width / width, largest.height / height)
      const isLarge = width * height * frames * scale ** 2 > nearLosslessPixels
      // Screenshots and drawings have edges that photographs do not have.
      const isExact = format === 'png' || format === 'gif'
      return await toWebp(drawn, {
        quality: 85,
        smartSubsample: !isLarge,
        nearLossless: isExact && !isLarge,
        effort: isLarge ? 2 : 4,
      })
    }),
}

type Head = { width: number; height: number; frames: number }

/** Judges an image by its head, before a single pixel is decoded, and then draws it. */
async function draw(
  request: DrawRequest,
  toDrawn: (request: DrawRequest, head: Head) => Promise<DrawResult>,
): Promise<DrawResult> {
  const sharp = await imageLibrary()
  try {
    const unlimited = sharp(request.bytes, { limitInputPixels: false })
    const { width, height, format, pages: frames = 1 } = await unlimited.metadata()
    if (frames > limits.imageFrames.max) return { ok: false, reason: 'too_many_frames' }
    // All frames together count: each of them is decoded.
    if (width * height * frames > request.maxPixels) return { ok: false, reason: 'too_many_pixels' }
    if (format !== request.format) return { ok: false, reason: 'not_an_image' }
    return await toDrawn(request, { width, height, frames })
  } catch {
    // The library has one kind of error for everything a broken or hostile file may hold.
    return { ok: false, reason: 'not_an_image' }
  }
}

async function decoder(
  bytes: Uint8Array,
  { maxPixels, pages }: { maxPixels: number; pages: number },
): Promise<Sharp> {
  // A moving image is decoded as one tall one, which cannot be read from top to bottom only once.
  const sequentialRead = pages === 1
  const sharp = await imageLibrary()
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages, sequentialRead })
}

type Encoding = {
  quality: number
  smartSubsample?: boolean
  nearLossless?: boolean
  effort?: number
}

async function toWebp(drawn: Sharp, encoding: Encoding): Promise<DrawResult> {
  const { data, info } = await drawn
    .toColourspace('srgb')
    .webp(encoding)
    .toBuffer({ resolveWithObject: true })
  const { width, pageHeight, height } = info
  return { ok: true, bytes: data, width, height: pageHeight ?? height }
}
