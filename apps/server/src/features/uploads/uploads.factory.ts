import { uploadsPath } from '@stoa/contract/features/uploads'
import { randomBytes } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'
import { transact } from '../../kernel/transact.ts'
import { aPicture } from './hostile-files.fixture.ts'
import { toAvatar } from './images.ts'
import { recordUpload } from './uploads.actions.ts'
import { imagePolicyOf } from './uploads.settings.ts'

/** The address of a picture this person sent. */
export async function anUpload(ctx: Context, userId: string) {
  const file = new File([new Uint8Array(await aPicture())], 'me.png')
  const picture = await toAvatar(file, imagePolicyOf(ctx.settings))
  const key = `avatars/${randomBytes(16).toString('hex')}.webp`
  await ctx.files.put(key, picture.bytes)
  await transact(ctx, (tx) => recordUpload(tx, { key, userId, source: 'user_avatar', picture }))
  return uploadsPath + key
}
