import { bytesPerMegabyte } from '@stoa/contract/settings/writing'
import { limits, rateLimits } from '@stoa/contract/limits'
import type { Context } from '../../../kernel/context.ts'
import { failField } from '../../../kernel/errors.ts'
import { ImageTooCostly } from '../../../kernel/images.ts'
import { detectImageType } from './image-types.ts'
import { findIconImage } from './icon-file.ts'
import { avatarJob, brandingJob, type ImageRequest, postImageJob } from './images.processing.ts'
import type { StoredFile } from './uploads.actions.ts'
import { type ImagePolicy, imagePolicyOf } from './uploads.settings.ts'

export async function toAvatar(ctx: Context, file: File, userId: string): Promise<StoredFile> {
  const policy = imagePolicyOf(ctx.settings)
  const request = await readImage(file, policy)
  if (request.format === 'gif') return rejectFile()
  return await runImageJob(ctx, avatarJob, { request, policy, userId })
}

export async function toPostImage(ctx: Context, file: File, userId: string): Promise<StoredFile> {
  const policy = imagePolicyOf(ctx.settings)
  return await runImageJob(ctx, postImageJob, {
    request: await readImage(file, policy),
    policy,
    userId,
  })
}

/** For logos and icons. The formats that members may use do not limit admins. */
export async function toBrandingImage(
  ctx: Context,
  file: File,
  userId: string,
): Promise<StoredFile> {
  const policy = { ...imagePolicyOf(ctx.settings), extensions: ['jpg', 'jpeg', 'png'] }
  const icon = findIconImage(new Uint8Array(await file.slice(0, maxIconBytes).arrayBuffer()))
  const image = icon === null ? file : new File([icon], file.name)
  const request = await readImage(image, policy)
  return await runImageJob(ctx, brandingJob, { request, policy, userId })
}

const maxIconBytes = bytesPerMegabyte

async function readImage(file: File, policy: ImagePolicy): Promise<ImageRequest> {
  if (file.size > policy.megabytes * bytesPerMegabyte) {
    failField('file', 'upload.too_large', { megabytes: policy.megabytes })
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = detectImageType(bytes)
  if (
    type === null ||
    !type.extensions.some((extension) => policy.extensions.includes(extension))
  ) {
    return rejectFile()
  }
  return { bytes, format: type.format, maxPixels: policy.megapixels * 1_000_000 }
}

type JobInput = { request: ImageRequest; policy: ImagePolicy; userId: string }

async function runImageJob(
  ctx: Context,
  job: typeof avatarJob,
  { request, policy, userId }: JobInput,
): Promise<StoredFile> {
  const result = await ctx.images
    .run(job, request, userId)
    .catch((error: unknown) => rejectCostly(ctx, error, userId))
  if (result.ok) {
    const { bytes, width, height } = result
    const mediaType = job === brandingJob ? 'image/png' : 'image/webp'
    return { bytes, mediaType, width, height }
  }
  if (result.reason === 'too_many_pixels')
    return failField('file', 'upload.too_many_pixels', { megapixels: policy.megapixels })
  if (result.reason === 'too_many_frames')
    return failField('file', 'upload.too_many_frames', { frames: limits.imageFrames.max })
  return rejectFile()
}

/** Five costly images use up a user's uploads for an hour. */
const costlyPoints = rateLimits['upload.user'].points / 5

async function rejectCostly(ctx: Context, error: unknown, userId: string): Promise<never> {
  if (!(error instanceof ImageTooCostly)) throw error
  ctx.log.warn({ userId, limit: error.limit }, 'image job stopped by a limit')
  await ctx.limits.penalize('upload.user', userId, costlyPoints)
  return failField('file', 'upload.too_costly')
}

function rejectFile(): never {
  return failField('file', 'upload.not_an_image')
}
