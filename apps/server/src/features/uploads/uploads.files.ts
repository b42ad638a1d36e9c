import { uploadsPath } from '@stoa/contract/features/uploads'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admitReader, findReader, isPrivate } from '../../kernel/admission.ts'
import type { Context } from '../../kernel/context.ts'
import type { Identify } from '../../kernel/dispatch.ts'
import { fail } from '../../kernel/errors.ts'
import { dispositionOf } from './attachments.ts'
import { findServed } from './uploads.queries.ts'

/** The only forms an address may have: no other name reaches the file store. */
const avatarForm = /^avatars\/[0-9a-f]{32}\.webp$/
const imageForm = /^post\/[0-9a-f]{32}\.webp$/
const attachmentForm = /^(files\/post\/[0-9a-f]{32})\/([^/]+)$/

const yearSeconds = 365 * 24 * 60 * 60
/** A post may be deleted, and its files with it: copies elsewhere must not outlive it for long. */
const hourSeconds = 60 * 60

type Served = { key: string; mediaType: string; name: string; cache: string }

/** Serves uploaded files. A file never changes under its name; on a private site it is for members only. */
export function mountUploadedFiles(app: FastifyInstance, ctx: Context, identify: Identify) {
  app.get<{ Params: { '*': string } }>(`${uploadsPath}*`, async (request, reply) => {
    await admitReader(ctx, identify, request)
    const path = request.params['*']
    const served = avatarForm.test(path)
      ? { key: path, mediaType: 'image/webp', name: '', cache: lasting(ctx, yearSeconds) }
      : await findFileOfPost(ctx, identify, request, path)
    return await send(ctx, request, reply, served)
  })
}

/** A file is as open as the text that shows it: what is not for everybody is kept by nobody on the way. */
async function findFileOfPost(
  ctx: Context,
  identify: Identify,
  request: FastifyRequest,
  path: string,
): Promise<Served> {
  const [, key, name = ''] = attachmentForm.exec(path) ?? (imageForm.test(path) ? ['', path] : [])
  if (key === undefined) return fail('base.not_found')
  const open = await findServed(ctx.db, key, null)
  const file = open ?? (await findServed(ctx.db, key, await findReader(ctx, identify, request)))
  if (file === null || file.name !== name) return fail('base.not_found')
  const cache = open === null ? 'private, no-cache' : lasting(ctx, hourSeconds)
  return { key, ...file, cache }
}

function lasting(ctx: Context, seconds: number) {
  const age = seconds === yearSeconds ? `${seconds}, immutable` : `${seconds}`
  return `${isPrivate(ctx) ? 'private' : 'public'}, max-age=${age}`
}

async function send(ctx: Context, request: FastifyRequest, reply: FastifyReply, served: Served) {
  const file = await ctx.files.find(served.key)
  if (file === null) return fail('base.not_found')
  const etag = `"${served.key.split('/').at(-1)}"`
  reply
    .header('etag', etag)
    .header('cache-control', served.cache)
    .header('content-security-policy', `default-src 'none'; sandbox`)
    .header('x-content-type-options', 'nosniff')
  if (served.name !== '') reply.header('content-disposition', dispositionOf(served.name))
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type(served.mediaType).header('content-length', file.size).send(file.open())
}
