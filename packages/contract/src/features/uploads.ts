import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'

/** Every address of an uploaded file starts with it. */
export const uploadsPath = '/uploads/'

/** What a file is sent for. `avatar` is another name for `user_avatar`. */
const source = z
  .enum(['post', 'post_attachment', 'user_avatar', 'avatar'])
  .transform((name) => (name === 'avatar' ? 'user_avatar' : name))

export const uploadFile = endpoint({
  method: 'POST',
  path: `${apiPrefix}/file`,
  access: 'member',
  summary:
    'Stores an image, drawn anew without its metadata, or an attachment, and answers its address.',
  encoding: 'form',
  input: { source, file: z.file() },
  reply: z.string(),
  errors: [
    'upload.too_large',
    'upload.not_an_image',
    'upload.too_many_pixels',
    'upload.too_many_frames',
    'upload.too_costly',
    'upload.storage_full',
    'upload.kind_refused',
    'upload.empty',
    'upload.attachments_off',
    'user.field_locked',
  ],
  limits: ['upload.user'],
})
