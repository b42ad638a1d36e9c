import { limits } from '@stoa/contract/limits'
import type { Sharp } from 'sharp'
import { type ImageJob, loadImageLibrary } from '../../../kernel/images.ts'
import type { ImageType } from './image-types.ts'

export type ImageRequest = { bytes: Uint8Array; format: ImageType['format']; maxPixels: number }

export type ImageResult =
  | { ok: true; bytes: Uint8Array; width: number; height: number }
  | { ok: false; reason: 'not_an_image' | 'too_many_pixels' | 'too_many_frames' }

/** Twice the largest size shown, for high-density screens. */
const avatarSize = { width: 320, height: 320 }

/** Tall enough to keep full-page screenshots readable. */
const maxSize = { width: 2560, height: 8192 }

/** Above this, near-lossless encoding takes up to 40 s and 700 MB. */
const maxNearLosslessPixels = 8_000_000

/** Re-encodes to a square, which removes metadata and anything hidden in the file. */
export const avatarJob: ImageJob<ImageRequest, ImageResult> = {
  name: 'avatar',
  run: (request) =>
    reencode(request, async ({ bytes, maxPixels }) => {
      const resized = (await createDecoder(bytes, { maxPixels, pages: 1 }))
        .autoOrient()
        .resize({ ...avatarSize, fit: 'cover' })
      return await toWebp(resized, { quality: 82 })
    }),
}

/** Re-encodes too, and keeps animations. */
export const postImageJob: ImageJob<ImageRequest, ImageResult> = {
  name: 'post-image',
  run: (request) =>
    reencode(request, async ({ bytes, format, maxPixels }, { width, height, frames }) => {
      const resized = (await createDecoder(bytes, { maxPixels, pages: frames }))
        .autoOrient()
        .resize({ ...maxSize, fit: 'inside', withoutEnlargement: true })
      const scale = Math.min(1, maxSize.width / width, maxSize.height / height)
      const isLarge = width * height * frames * scale ** 2 > maxNearLosslessPixels
      // Screenshots and drawings have sharp edges.
      const hasSharpEdges = format === 'png' || format === 'gif'
      return await toWebp(resized, {
        quality: 85,
        smartSubsample: !isLarge,
        nearLossless: hasSharpEdges && !isLarge,
        effort: isLarge ? 2 : 4,
      })
    }),
}

/** Larger than any use of a logo or an icon. */
const maxBranding = { width: 1024, height: 1024 }

/** PNG, which all browsers accept as an icon. */
export const brandingJob: ImageJob<ImageRequest, ImageResult> = {
  name: 'branding',
  run: (request) =>
    reencode(request, async ({ bytes, maxPixels }) => {
      const decoder = await createDecoder(bytes, { maxPixels, pages: 1 })
      const { data, info } = await decoder
        .autoOrient()
        .resize({ ...maxBranding, fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .png()
        .toBuffer({ resolveWithObject: true })
      return { ok: true, bytes: data, width: info.width, height: info.height }
    }),
}

type ImageHeader = { width: number; height: number; frames: number }

/** Checks the header before any pixel is decoded. */
async function reencode(
  request: ImageRequest,
  encode: (request: ImageRequest, header: ImageHeader) => Promise<ImageResult>,
): Promise<ImageResult> {
  const sharp = await loadImageLibrary()
  try {
    const unlimited = sharp(request.bytes, { limitInputPixels: false })
    const { width, height, format, pages: frames = 1 } = await unlimited.metadata()
    if (frames > limits.imageFrames.max) return { ok: false, reason: 'too_many_frames' }
    // All frames count, because all are decoded.
    if (width * height * frames > request.maxPixels) return { ok: false, reason: 'too_many_pixels' }
    if (format !== request.format) return { ok: false, reason: 'not_an_image' }
    return await encode(request, { width, height, frames })
  } catch {
    // sharp throws the same kind of error for every broken or hostile file.
    return { ok: false, reason: 'not_an_image' }
  }
}

async function createDecoder(
  bytes: Uint8Array,
  { maxPixels, pages }: { maxPixels: number; pages: number },
): Promise<Sharp> {
  // Animations are decoded as one tall image, which needs random access.
  const sequentialRead = pages === 1
  const sharp = await loadImageLibrary()
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages, sequentialRead })
}

type Encoding = {
  quality: number
  smartSubsample?: boolean
  nearLossless?: boolean
  effort?: number
}

async function toWebp(image: Sharp, encoding: Encoding): Promise<ImageResult> {
  const { data, info } = await image
    .toColourspace('srgb')
    .webp(encoding)
    .toBuffer({ resolveWithObject: true })
  const { width, pageHeight, height } = info
  return { ok: true, bytes: data, width, height: pageHeight ?? height }
}
