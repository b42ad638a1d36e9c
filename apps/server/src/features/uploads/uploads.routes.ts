import { uploadFile, uploadsPath } from '@stoa/contract/features/uploads'
import { userSettings } from '@stoa/contract/settings/people'
import { randomBytes } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'
import { route } from '../../kernel/route.ts'
import { must } from '../../kernel/rules.ts'
import { toAttachment } from './attachments.ts'
import { toAvatar, toPostImage } from './images.ts'
import { recordUpload } from './uploads.actions.ts'
import { canSendAvatar } from './uploads.rules.ts'
import { attachmentPolicyOf, storageLimitOf } from './uploads.settings.ts'

export const uploadsRoutes = [
  route(uploadFile, async ({ input, who, ctx, transact }) => {
    const { source } = input
    // Nothing is written down anywhere before all of it was looked at.
    const file = await toStored[source](ctx, input.file, who.id)
    const key = keyOf[source](randomBytes(16).toString('hex'))
    const storageLimit = storageLimitOf(ctx.settings, who)
    await ctx.files.put(key, file.bytes)
    try {
      return await transact(async (tx) => {
        await recordUpload(tx, { key, userId: who.id, source, file }, storageLimit)
        const name = file.name === undefined ? '' : `/${encodeURIComponent(file.name)}`
        return uploadsPath + key + name
      })
    } catch (error) {
      await ctx.files.remove(key)
      throw error
    }
  }),
]

const toStored = {
  async user_avatar(ctx: Context, file: File, userId: string) {
    must(canSendAvatar(ctx.settings.get(userSettings)))
    return await toAvatar(ctx, file, userId)
  },
  post: toPostImage,
  post_attachment: ({ settings }: Context, file: File) =>
    toAttachment(file, attachmentPolicyOf(settings)),
}

const keyOf = {
  user_avatar: (name: string) => `avatars/${name}.webp`,
  post: (name: string) => `post/${name}.webp`,
  post_attachment: (name: string) => `files/post/${name}`,
}
