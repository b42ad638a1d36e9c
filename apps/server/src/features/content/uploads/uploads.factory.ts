import { uploadFile, uploadsPath } from '@stoa/contract/features/uploads'
import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'
import type { Context } from '../../../kernel/context.ts'
import { transact } from '../../../kernel/transact.ts'
import { anImage } from './hostile-files.fixture.ts'
import { toAvatar } from './images.ts'
import { saveFile } from './stored-files.actions.ts'
import { recordUpload } from './uploads.actions.ts'

type FileUpload = {
  token: string | null
  source: string
  name?: string
  fields?: [string, string][]
}

/** Sends a multipart form as a browser does. */
export async function sendFile(app: FastifyInstance, bytes: Uint8Array, upload: FileUpload) {
  const { token, source, name = 'me.png', fields = [] } = upload
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

/** The path of an uploaded avatar. */
export async function anUpload(ctx: Context, userId: string) {
  const upload = new File([new Uint8Array(await anImage())], 'me.png')
  const file = await toAvatar(ctx, upload, userId)
  const key = `avatars/${randomBytes(16).toString('hex')}.webp`
  const place = await saveFile(ctx, key, file.bytes)
  await transact(ctx, (tx) =>
    recordUpload(tx, { ...place, userId, source: 'user_avatar', file }, null),
  )
  return uploadsPath + key
}
