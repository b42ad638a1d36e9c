import { and, eq, inArray, isNull, lt, type SQL } from 'drizzle-orm'
import type { Context } from '../../kernel/context.ts'
import { after, every } from '../../kernel/events.ts'
import { transact } from '../../kernel/transact.ts'
import { uploads } from './uploads.table.ts'

/** Someone may still be filling in the form the file belongs to. */
const graceMs = 24 * 3_600_000
const batch = 500

export const uploadsListeners = [
  every('23 * * * *', 'sweep-uploads', async (ctx) => {
    const limit = new Date(ctx.clock.now().getTime() - graceMs)
    await removeUploads(ctx, and(isNull(uploads.usedAt), lt(uploads.createdAt, limit)))
  }),
  after('account.left', 'remove-pictures', async (ctx, { userId }) => {
    const ofThem = and(eq(uploads.userId, userId), eq(uploads.source, 'user_avatar'))
    await removeUploads(ctx, ofThem)
  }),
]

async function removeUploads(ctx: Context, which: SQL | undefined) {
  while ((await removeSome(ctx, which)) === batch);
}

/** Locked, so that nobody puts one to use meanwhile. Files go first: what fails here is found again by its row. */
async function removeSome(ctx: Context, which: SQL | undefined) {
  return await transact(ctx, async (tx) => {
    const found = await tx
      .select({ id: uploads.id, key: uploads.key })
      .from(uploads)
      .where(which)
      .limit(batch)
      .for('update', { skipLocked: true })
    for (const { key } of found) await ctx.files.remove(key)
    const ids = found.map(({ id }) => id)
    await tx.delete(uploads).where(inArray(uploads.id, ids))
    return found.length
  })
}
