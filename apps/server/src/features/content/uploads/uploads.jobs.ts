import { and, eq, inArray, lt, type SQL } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { after, every } from '../../../kernel/events.ts'
import { transact } from '../../../kernel/transact.ts'
import type { StoreName } from '../../../kernel/services.ts'
import { moveFiles } from './moving.actions.ts'
import { isUnused } from '../shared/uploads.actions.ts'
import { releaseFiles, removeFiles, sweepFiles } from './stored-files.actions.ts'
import { uploads } from '../../../schema/uploads.ts'

/** The form with the file may still be open. */
const gracePeriodMs = 48 * 3_600_000
const batchSize = 500

export const uploadsListeners = [
  every('23 * * * *', 'sweep-uploads', async (ctx) => {
    const unusedBefore = new Date(ctx.clock.now().getTime() - gracePeriodMs)
    await removeUploads(ctx, and(isUnused(), lt(uploads.unusedSince, unusedBefore)))
    await sweepFiles(ctx)
  }),
  after('files.redirected', 'move-files', moveInBackground, { isLong: true }),
  after('account.left', 'remove-pictures', async (ctx, { userId }) => {
    const isAvatarOfUser = and(eq(uploads.userId, userId), eq(uploads.source, 'user_avatar'))
    await removeUploads(ctx, isAvatarOfUser)
  }),
]

/** A job that was interrupted runs again, and goes on with the files that are left. */
async function moveInBackground(ctx: Context, { store }: { store: StoreName }) {
  const { moved, failures } = await moveFiles(ctx, store)
  for (const { key, reason } of failures)
    ctx.log.warn({ key, reason }, 'file could not be moved to another store')
  ctx.log.info({ store, moved, failed: failures.length }, 'files moved')
}

async function removeUploads(ctx: Context, condition: SQL | undefined) {
  while ((await removeBatch(ctx, condition)) === batchSize);
}

/** Checks the condition again under the lock, so that no file in use is deleted. */
async function removeBatch(ctx: Context, condition: SQL | undefined) {
  const { found, deleted } = await transact(ctx, async (tx) => {
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
    const rows = await tx
      .delete(uploads)
      .where(and(isLocked, condition))
      .returning({ key: uploads.key, store: uploads.store })
    await releaseFiles(tx, rows)
    return { found: locked.length, deleted: rows }
  })
  await removeFiles(ctx, deleted)
  return found
}
