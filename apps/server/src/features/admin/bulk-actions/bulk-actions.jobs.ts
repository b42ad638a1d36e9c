import { roles } from '@stoa/contract/access'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import { AppError } from '../../../kernel/errors.ts'
import { after } from '../../../kernel/events.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { transact } from '../../../kernel/transact.ts'
import {
  bulkActionItems,
  bulkActions,
  type BulkChange,
  type BulkOutcome,
} from '../../../schema/bulk-actions.ts'
import { findStaff } from '../../community/user-moderation/staff.queries.ts'
import { endBulkAction, lockBulkAction } from './bulk-actions.actions.ts'
import { changeItem } from './bulk-items.actions.ts'

export const bulkActionsListeners = [
  after('bulk_action.started', 'change', (ctx, { bulkActionId }) =>
    runBulkAction(ctx, bulkActionId),
  ),
]

const idsAtOnce = 200

/**
 * Changes one post in each transaction, together with the row of its item. After a crash it continues with the items that
 * still wait. Ends when the state is no longer `running`.
 */
async function runBulkAction(ctx: Context, id: string) {
  const [bulk] = await ctx.primary.select().from(bulkActions).where(eq(bulkActions.id, id))
  if (bulk?.state !== 'running') return
  const actor = await findStaff(ctx, bulk.startedBy)
  if (actor?.roleId !== roles.admin) return await finish(ctx, id, 'stopped')
  for (;;) {
    const ids = await listWaiting(ctx, id)
    if (ids.length === 0) return await finish(ctx, id, 'done')
    for (const objectId of ids) if (!(await runItem(ctx, actor, id, objectId))) return
  }
}

async function listWaiting({ primary }: Context, id: string) {
  const rows = await primary
    .select({ objectId: bulkActionItems.objectId })
    .from(bulkActionItems)
    .where(and(eq(bulkActionItems.actionId, id), eq(bulkActionItems.outcome, 'waiting')))
    .orderBy(asc(bulkActionItems.objectId))
    .limit(idsAtOnce)
  return rows.map(({ objectId }) => objectId)
}

/** False when the bulk action has ended. What cannot be changed is noted, and does not keep the others. */
async function runItem(ctx: Context, actor: Actor, id: string, objectId: string) {
  try {
    return await transact(ctx, (tx) =>
      settleItem(tx, { id, objectId }, async (bulk, change) => {
        const changed = await changeItem(tx, actor, bulk, { objectId, change })
        return changed === null
          ? { outcome: 'unchanged' }
          : { outcome: 'done', change: { ...change, ...changed } }
      }),
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const reason = error.code
    return await transact(ctx, (tx) =>
      settleItem(tx, { id, objectId }, async () => ({ outcome: 'rejected', reason })),
    )
  }
}

type Settled = { outcome: Exclude<BulkOutcome, 'waiting'>; reason?: string; change?: BulkChange }
type Work = (
  bulk: Awaited<ReturnType<typeof lockBulkAction>>,
  change: BulkChange,
) => Promise<Settled>

async function settleItem(tx: Tx, item: { id: string; objectId: string }, work: Work) {
  const bulk = await lockBulkAction(tx, item.id)
  if (bulk.state !== 'running') return false
  const isItem = and(
    eq(bulkActionItems.actionId, item.id),
    eq(bulkActionItems.objectId, item.objectId),
  )
  const [row] = await tx.select().from(bulkActionItems).where(isItem)
  if (row?.outcome !== 'waiting') return true
  const settled = await work(bulk, row.change)
  await tx.update(bulkActionItems).set(settled).where(isItem)
  const column = bulkActions[settled.outcome]
  await tx
    .update(bulkActions)
    .set({ [settled.outcome]: sql`${column} + 1` })
    .where(eq(bulkActions.id, item.id))
  return true
}

async function finish(ctx: Context, id: string, state: 'done' | 'stopped') {
  await transact(ctx, async (tx) => {
    const bulk = await lockBulkAction(tx, id)
    if (bulk.state === 'running') await endBulkAction(tx, id, state)
  })
}
