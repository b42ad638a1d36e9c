import { roles } from '@stoa/contract/access'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
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
import { pauseAfter } from '../health/maintenance.rules.ts'
import { type BulkActionRow, endBulkAction, lockBulkAction } from './bulk-actions.actions.ts'
import { changeItem } from './bulk-items.actions.ts'

export const bulkActionsListeners = [
  after(
    'bulk_action.started',
    'change',
    (ctx, { bulkActionId }) => runBulkAction(ctx, bulkActionId),
    { isLong: true },
  ),
]

const idsAtOnce = 200

/**
 * Changes one post in each transaction, together with the row of its item. After a crash it continues with the items that
 * still wait. Ends when the state is no longer `running`. An error of one item does not keep the others: it is thrown at the
 * end, so that the job runs again. Rests after each item as long as the item took, for the readers.
 */
async function runBulkAction(ctx: Context, id: string) {
  const [bulk] = await ctx.primary.select().from(bulkActions).where(eq(bulkActions.id, id))
  if (bulk?.state !== 'running') return
  const errors: unknown[] = []
  for (let last = '0'; ;) {
    const ids = await listWaiting(ctx, id, last)
    if (ids.length === 0) break
    if (!(await runItems(ctx, bulk, ids, errors))) return
    last = ids.at(-1) ?? last
  }
  if (errors.length > 0) throw errors[0]
  await finish(ctx, id, 'done')
}

/** False when the bulk action has ended. Adds the errors of items that stay waiting. */
async function runItems(ctx: Context, bulk: BulkActionRow, ids: string[], errors: unknown[]) {
  for (const objectId of ids) {
    const actor = await findStaff(ctx, bulk.startedBy)
    if (actor?.roleId !== roles.admin) {
      await finish(ctx, bulk.id, 'stopped')
      return false
    }
    const item = { id: bulk.id, objectId }
    const started = performance.now()
    try {
      if (!(await runItem(ctx, actor, item))) return false
    } catch (error) {
      if (!(await isGivenUp(ctx, item, error))) errors.push(error)
    }
    await sleep(pauseAfter(performance.now() - started))
  }
  return true
}

async function listWaiting({ primary }: Context, id: string, last: string) {
  const rows = await primary
    .select({ objectId: bulkActionItems.objectId })
    .from(bulkActionItems)
    .where(
      and(
        eq(bulkActionItems.actionId, id),
        eq(bulkActionItems.outcome, 'waiting'),
        gt(bulkActionItems.objectId, last),
      ),
    )
    .orderBy(asc(bulkActionItems.objectId))
    .limit(idsAtOnce)
  return rows.map(({ objectId }) => objectId)
}

type Item = { id: string; objectId: string }

/** False when the bulk action has ended. What cannot be changed is noted, and does not keep the others. */
async function runItem(ctx: Context, actor: Actor, item: Item) {
  const { objectId } = item
  try {
    return await transact(ctx, (tx) =>
      settleItem(tx, item, async (bulk, stored) => {
        const { failures: _, ...change } = stored
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
      settleItem(tx, item, async () => ({ outcome: 'rejected', reason })),
    )
  }
}

/** Over about four minutes, with the delays of the job. */
const maxFailures = 8

/** Counts the failures of an item, and rejects it after the last one. Fails too if the database is the cause. */
async function isGivenUp(ctx: Context, item: Item, error: unknown) {
  let failures = 0
  await transact(ctx, (tx) =>
    settleItem(tx, item, async (_bulk, change) => {
      failures = (change.failures ?? 0) + 1
      return failures < maxFailures
        ? { outcome: 'waiting', change: { ...change, failures } }
        : { outcome: 'rejected', reason: 'base.unknown' }
    }),
  )
  ctx.log.error({ err: error, ...item, failures }, 'change of a post in a bulk action failed')
  return failures >= maxFailures
}

type Settled = { outcome: BulkOutcome; reason?: string; change?: BulkChange }
type Work = (
  bulk: Awaited<ReturnType<typeof lockBulkAction>>,
  change: BulkChange,
) => Promise<Settled>

async function settleItem(tx: Tx, item: Item, work: Work) {
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
  if (settled.outcome === 'waiting') return true
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
