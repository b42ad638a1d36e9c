import { and, eq, inArray, lt, type SQL } from 'drizzle-orm'
import type { Context } from '../../kernel/context.ts'
import { after, every } from '../../kernel/events.ts'
import { transact } from '../../kernel/transact.ts'
import { isUnused } from '../posts/uploads.actions.ts'
import { uploads } from '../posts/uploads.table.ts'

/** Someone may still be filling in the form the file belongs to. */
const graceMs = 48 * 3_600_000
const batch = 500

export const uploadsListeners = [
  every('23 * * * *', 'sweep-uploads', async (ctx) => {
    const limit = new Date(ctx.clock.now().getTime() - graceMs)
    await removeUploads(ctx, and(isUnused(), lt(uploads.unusedSince, limit)))
  }),
  after('account.left', 'remove-pictures', async (ctx, { userId }) => {
    const ofThem = and(eq(uploads.userId, userId), eq(uploads.source, 'user_avatar'))
    await removeUploads(ctx, ofThem)
  }),
]

async function removeUploads(ctx: Context, which: SQL | undefined) {
  while ((await removeSome(ctx, which)) === batch);
}

/**
 * Locked, so that nobody puts one to use meanwhile, and asked about once more under the lock. Files go before the
 * commit: what fails here is found again by its row.
 */
async function removeSome(ctx: Context, which: SQL | undefined) {
  return await transact(ctx, async (tx) => {
    const found = await tx
      .select({ id: uploads.id })
      .from(uploads)
      .where(which)
      .limit(batch)
      .for('update', { skipLocked: true })
    const ids = inArray(
      uploads.id,
      found.map(({ id }) => id),
    )
    const gone = await tx.delete(uploads).where(and(ids, which)).returning({ key: uploads.key })
    for (const { key } of gone) await ctx.files.remove(key)
    return found.length
  })
}
