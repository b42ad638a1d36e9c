import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'

/** Path prefix of every uploaded file. */
export const uploadsPath = '/uploads/'

/** What the file is for. `branding` is for admins; `avatar` is an alias of `user_avatar`. */
const source = z
  .enum(['post', 'post_attachment', 'user_avatar', 'avatar', 'branding'])
  .transform((name) => (name === 'avatar' ? 'user_avatar' : name))

export const uploadFile = endpoint({
  method: 'POST',
  path: `${apiPrefix}/file`,
  access: 'member',
  allowsKeys: true,
  summary:
    'Stores an image, re-encoded without its metadata, or an attachment, and returns its URL.',
  encoding: 'form',
  input: { source, file: z.file() },
  response: z.string(),
  errors: [
    'upload.too_large',
    'upload.not_an_image',
    'upload.store_unavailable',
    'upload.too_many_pixels',
    'upload.too_many_frames',
    'upload.too_costly',
    'upload.storage_full',
    'upload.kind_refused',
    'upload.empty',
    'upload.attachments_off',
    'user.field_locked',
    'upload.branding_refused',
  ],
  limits: ['upload.user'],
})
