import { uploadFile, uploadsPath } from '@stoa/contract/features/uploads'
import { userSettings } from '@stoa/contract/settings/people'
import { randomBytes } from 'node:crypto'
import type { Context } from '../../../kernel/context.ts'
import { route } from '../../../kernel/route.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import { toAttachment } from './attachments.ts'
import { toAvatar, toBrandingImage, toPostImage } from './images.ts'
import { discardFile, saveFile } from './stored-files.actions.ts'
import { recordUpload } from './uploads.actions.ts'
import { canUploadAvatar, canUploadBranding } from './uploads.rules.ts'
import { attachmentPolicyOf, storageLimitOf } from './uploads.settings.ts'

export const uploadsRoutes = [
  route(uploadFile, async ({ input, actor, ctx, transact }) => {
    const { source } = input
    // The file is validated completely before anything is stored.
    const file = await toStoredFile[source](ctx, input.file, actor)
    const key = keyOf[source](randomBytes(16).toString('hex'))
    const storageLimit = storageLimitOf(ctx.settings, actor)
    const place = await saveFile(ctx, key, file.bytes)
    try {
      return await transact(async (tx) => {
        await recordUpload(tx, { ...place, userId: actor.id, source, file }, storageLimit)
        const name = file.name === undefined ? '' : `/${encodeURIComponent(file.name)}`
        return uploadsPath + key + name
      })
    } catch (error) {
      await discardFile(ctx, place)
      throw error
    }
  }),
]

const toStoredFile = {
  async user_avatar(ctx: Context, file: File, { id }: Actor) {
    assertAllowed(canUploadAvatar(ctx.settings.get(userSettings)))
    return await toAvatar(ctx, file, id)
  },
  async branding(ctx: Context, file: File, actor: Actor) {
    assertAllowed(canUploadBranding(actor))
    return await toBrandingImage(ctx, file, actor.id)
  },
  post: (ctx: Context, file: File, { id }: Actor) => toPostImage(ctx, file, id),
  post_attachment: ({ settings }: Context, file: File) =>
    toAttachment(file, attachmentPolicyOf(settings)),
}

const keyOf = {
  user_avatar: (name: string) => `avatars/${name}.webp`,
  branding: (name: string) => `branding/${name}.png`,
  post: (name: string) => `post/${name}.webp`,
  post_attachment: (name: string) => `files/post/${name}`,
}
