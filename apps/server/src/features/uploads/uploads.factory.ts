import { uploadFile, uploadsPath } from '@stoa/contract/features/uploads'
import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'
import { transact } from '../../kernel/transact.ts'
import { aPicture } from './hostile-files.fixture.ts'
import { toAvatar } from './images.ts'
import { recordUpload } from './uploads.actions.ts'

type SentFile = { token: string | null; source: string; name?: string; fields?: [string, string][] }

/** Sends a form as a browser does. */
export async function sendFile(app: FastifyInstance, bytes: Uint8Array, sent: SentFile) {
  const { token, source, name = 'me.png', fields = [] } = sent
  const form = new FormData()
  form.append('source', source)
  for (const [field, value] of fields) form.append(field, value)
  form.append('file', new File([new Uint8Array(bytes)], name))
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const response = await app.inject({
    method: 'POST',
    url: uploadFile.path,
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return response.json<{ status: number; reason: string; data: unknown }>()
}

/** The address of a picture this person sent. */
export async function anUpload(ctx: Context, userId: string) {
  const sent = new File([new Uint8Array(await aPicture())], 'me.png')
  const file = await toAvatar(ctx, sent, userId)
  const key = `avatars/${randomBytes(16).toString('hex')}.webp`
  await ctx.files.put(key, file.bytes)
  await transact(ctx, (tx) => recordUpload(tx, { key, userId, source: 'user_avatar', file }, null))
  return uploadsPath + key
}
