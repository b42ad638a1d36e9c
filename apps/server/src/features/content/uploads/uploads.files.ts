import { uploadsPath } from '@stoa/contract/features/uploads'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { assertCanReadSite, findActiveActor, isPrivateSite } from '../../../kernel/access.ts'
import type { Context } from '../../../kernel/context.ts'
import type { Identify } from '../../../kernel/route.ts'
import { fail } from '../../../kernel/errors.ts'
import { dispositionOf } from './attachments.ts'
import { failAsStore } from './stored-files.actions.ts'
import { findVisibleFile } from './uploads.queries.ts'

/** Only paths of these forms reach the file store. */
const avatarPattern = /^avatars\/[0-9a-f]{32}\.webp$/
const imagePattern = /^post\/[0-9a-f]{32}\.webp$/
const brandingPattern = /^branding\/[0-9a-f]{32}\.png$/
const attachmentPattern = /^(files\/post\/[0-9a-f]{32})\/([^/]+)$/

const yearSeconds = 365 * 24 * 60 * 60
/** Short, because cached copies must not outlive a deleted post for long. */
const hourSeconds = 60 * 60

type ServedFile = { key: string; mediaType: string; name: string; cacheControl: string }

/** Files are immutable. On a private site they are for members only, except for the logo, which the login page shows. */
export function mountUploadedFiles(app: FastifyInstance, ctx: Context, identify: Identify) {
  app.get<{ Params: { '*': string } }>(`${uploadsPath}*`, async (request, reply) => {
    const path = request.params['*']
    if (brandingPattern.test(path)) {
      const cacheControl = `public, max-age=${yearSeconds}, immutable`
      return await sendFile(ctx, request, reply, { ...imageFile(path, 'image/png'), cacheControl })
    }
    await assertCanReadSite(ctx, identify, request)
    const served = avatarPattern.test(path)
      ? { ...imageFile(path, 'image/webp'), cacheControl: cacheControlFor(ctx, yearSeconds) }
      : await findPostFile(ctx, identify, request, path)
    return await sendFile(ctx, request, reply, served)
  })
}

function imageFile(key: string, mediaType: string) {
  return { key, mediaType, name: '' }
}

/** A file is as visible as the content that uses it. Files that are not public must not be cached by proxies. */
async function findPostFile(
  ctx: Context,
  identify: Identify,
  request: FastifyRequest,
  path: string,
): Promise<ServedFile> {
  const [, key, name = ''] =
    attachmentPattern.exec(path) ?? (imagePattern.test(path) ? ['', path] : [])
  if (key === undefined) return fail('base.not_found')
  const publicFile = await findVisibleFile(ctx.db, key, null)
  const findReader = () => findActiveActor(ctx, identify, request, { allowsKeys: true })
  const file = publicFile ?? (await findVisibleFile(ctx.db, key, await findReader()))
  if (file === null || file.name !== name) return fail('base.not_found')
  const cacheControl = publicFile === null ? 'private, no-cache' : cacheControlFor(ctx, hourSeconds)
  return { key, ...file, cacheControl }
}

function cacheControlFor(ctx: Context, seconds: number) {
  const age = seconds === yearSeconds ? `${seconds}, immutable` : `${seconds}`
  return `${isPrivateSite(ctx) ? 'private' : 'public'}, max-age=${age}`
}

async function sendFile(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  served: ServedFile,
) {
  const etag = `"${served.key.split('/').at(-1)}"`
  const isUnchanged = request.headers['if-none-match'] === etag
  const { find, read } = ctx.files
  const look = isUnchanged || request.method === 'HEAD' ? find : read
  const file = await look(served.key).catch((error: unknown) => failAsStore(ctx, error))
  if (file === null) return fail('base.not_found')
  reply
    .header('etag', etag)
    .header('cache-control', served.cacheControl)
    .header('content-security-policy', `default-src 'none'; sandbox`)
    .header('x-content-type-options', 'nosniff')
  if (served.name !== '') reply.header('content-disposition', dispositionOf(served.name))
  if (isUnchanged) return reply.code(304).send()
  reply.type(served.mediaType).header('content-length', file.size)
  return reply.send('stream' in file ? file.stream : Readable.from([]))
}
