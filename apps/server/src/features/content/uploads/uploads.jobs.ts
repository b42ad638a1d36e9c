import { and, eq, inArray, lt, type SQL } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { after, every } from '../../../kernel/events.ts'
import { transact } from '../../../kernel/transact.ts'
import { isUnused } from '../shared/uploads.actions.ts'
import { uploads } from '../../../schema/uploads.ts'

/** The form with the file may still be open. */
const gracePeriodMs = 48 * 3_600_000
const batchSize = 500

export const uploadsListeners = [
  every('23 * * * *', 'sweep-uploads', async (ctx) => {
    const unusedBefore = new Date(ctx.clock.now().getTime() - gracePeriodMs)
    await removeUploads(ctx, and(isUnused(), lt(uploads.unusedSince, unusedBefore)))
  }),
  after('account.left', 'remove-pictures', async (ctx, { userId }) => {
    const isAvatarOfUser = and(eq(uploads.userId, userId), eq(uploads.source, 'user_avatar'))
    await removeUploads(ctx, isAvatarOfUser)
  }),
]

async function removeUploads(ctx: Context, condition: SQL | undefined) {
  while ((await removeBatch(ctx, condition)) === batchSize);
}

/**
 * Checks the condition again under the lock, so that no file in use is deleted. Files are deleted before the commit:
 * after a failure their rows still exist, and the next run retries.
 */
async function removeBatch(ctx: Context, condition: SQL | undefined) {
  return await transact(ctx, async (tx) => {
    const locked = await tx
      .select({ id: uploads.id })
      .from(uploads)
      .where(condition)
      .limit(batchSize)
      .for('update', { skipLocked: true })
    const isLocked = inArray(
      uploads.id,
      locked.map(({ id }) => id),
    )
    const deleted = await tx
      .delete(uploads)
      .where(and(isLocked, condition))
      .returning({ key: uploads.key })
    for (const { key } of deleted) await ctx.files.remove(key)
    return locked.length
  })
}
