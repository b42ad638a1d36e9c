import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'

/** Every address of an uploaded file starts with it. */
export const uploadsPath = '/uploads/'

export const uploadFile = endpoint({
  method: 'POST',
  path: `${apiPrefix}/file`,
  access: 'member',
  summary: 'Stores a picture, drawn anew without its metadata, and answers its address.',
  encoding: 'form',
  input: { source: z.enum(['user_avatar']), file: z.file() },
  reply: z.string(),
  errors: [
    'upload.too_large',
    'upload.not_an_image',
    'upload.too_many_pixels',
    'user.field_locked',
  ],
  limits: ['upload.user'],
})
