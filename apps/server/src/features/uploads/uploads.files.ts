import { uploadsPath } from '@stoa/contract/features/uploads'
import type { FastifyInstance } from 'fastify'
import { admitReader, isPrivate } from '../../kernel/admission.ts'
import type { Context } from '../../kernel/context.ts'
import type { Identify } from '../../kernel/dispatch.ts'
import { fail } from '../../kernel/errors.ts'

/** The only form an address may have: no other name reaches the file store. */
const keyForm = /^avatars\/[0-9a-f]{32}\.webp$/
const yearSeconds = 365 * 24 * 60 * 60

/** Serves uploaded files. A file never changes under its name; on a private site it is for members only. */
export function mountUploadedFiles(app: FastifyInstance, ctx: Context, identify: Identify) {
  app.get<{ Params: { '*': string } }>(`${uploadsPath}*`, async (request, reply) => {
    await admitReader(ctx, identify, request)
    const key = request.params['*']
    const file = keyForm.test(key) ? await ctx.files.find(key) : null
    if (file === null) return fail('base.not_found')
    return reply
      .type('image/webp')
      .header('content-length', file.size)
      .header('content-security-policy', `default-src 'none'; sandbox`)
      .header(
        'cache-control',
        `${isPrivate(ctx) ? 'private' : 'public'}, max-age=${yearSeconds}, immutable`,
      )
      .send(file.open())
  })
}
