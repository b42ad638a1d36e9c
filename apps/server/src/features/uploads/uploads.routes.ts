import { uploadFile, uploadsPath } from '@stoa/contract/features/uploads'
import { userSettings } from '@stoa/contract/settings/people'
import { randomBytes } from 'node:crypto'
import { route } from '../../kernel/route.ts'
import { must } from '../../kernel/rules.ts'
import { toAvatar } from './images.ts'
import { recordUpload } from './uploads.actions.ts'
import { canSendAvatar } from './uploads.rules.ts'
import { imagePolicyOf } from './uploads.settings.ts'

export const uploadsRoutes = [
  route(uploadFile, async ({ input, who, ctx, transact }) => {
    must(canSendAvatar(ctx.settings.get(userSettings)))
    const picture = await toAvatar(input.file, imagePolicyOf(ctx.settings))
    const key = `avatars/${randomBytes(16).toString('hex')}.webp`
    await ctx.files.put(key, picture.bytes)
    try {
      return await transact(async (tx) => {
        await recordUpload(tx, { key, userId: who.id, source: input.source, picture })
        return uploadsPath + key
      })
    } catch (error) {
      await ctx.files.remove(key)
      throw error
    }
  }),
]
