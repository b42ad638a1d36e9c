import type { BulkActionName, BulkObjectType } from '@stoa/contract/features/bulk-actions'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail, failField } from '../../../kernel/errors.ts'
import { idArray } from '../../../kernel/id-array.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { bulkActionItems, bulkActions, type BulkParameters } from '../../../schema/bulk-actions.ts'
import { recordStaffAction } from '../../community/staff-log/staff-log.actions.ts'
import { checkClosing } from '../../content/questions/closing.actions.ts'
import { listUnknownTags } from '../../content/tags/tags.queries.ts'
import { canStart, canStop, canUndo, oppositeOf } from './bulk-actions.rules.ts'

export type BulkActionRow = typeof bulkActions.$inferSelect

export type BulkStart = {
  objectType: BulkObjectType
  action: BulkActionName
  parameters: BulkParameters
  filter: string
  ids: readonly string[]
}

/** Freezes the posts into rows. A job changes each in a short transaction. */
export async function startBulkAction(tx: Tx, actor: Actor, { ids, ...start }: BulkStart) {
  const { objectType, action, parameters } = start
  assertAllowed(canStart(start), { show: 'toast' })
  if (action === 'close') {
    const { closeType = 0, closeMessage = '' } = parameters
    checkClosing(tx, { close_type: closeType, close_msg: closeMessage })
  }
  // A typing error must not become a tag of ten thousand questions.
  const unknown = await listUnknownTags(tx, parameters.addTags ?? [])
  if (unknown.length > 0) {
    const values = { tags: unknown.join(', '), count: unknown.length }
    failField('add_tags', 'bulk.unknown_tags', values)
  }
  if (ids.length === 0) fail('bulk.nothing_chosen', { hint: { err_type: 'toast' } })
  const [row] = await tx
    .insert(bulkActions)
    .values({ ...start, startedBy: actor.id, startedAt: tx.now, total: ids.length })
    .returning({ id: bulkActions.id })
  const { id } = requireRow(row)
  await tx.execute(sql`
    insert into ${bulkActionItems} (action_id, object_id)
    select ${id}::bigint, object_id from unnest(${idArray(ids)}) as chosen (object_id)`)
  const after = { bulk_action: action, type: objectType, posts: ids.length }
  await record(tx, actor, { action: 'start_bulk_action', id, after })
  await tx.emit('bulk_action.started', { bulkActionId: id })
  return id
}

/** First in the lock order: steps of a job and changes of the state follow each other. */
export async function lockBulkAction(tx: Tx, id: string): Promise<BulkActionRow> {
  const [row] = await tx
    .select()
    .from(bulkActions)
    .where(eq(bulkActions.id, id))
    .for('no key update')
  return row ?? fail('bulk.not_found')
}

/** Takes effect at once: the next step of the job finds another state. */
export async function stopBulkAction(tx: Tx, actor: Actor, id: string) {
  const row = await lockBulkAction(tx, id)
  assertAllowed(canStop(row), { show: 'toast' })
  await endBulkAction(tx, id, 'stopped')
  const { action, done, total } = row
  const after = { bulk_action: action, done, posts: total }
  await record(tx, actor, { action: 'stop_bulk_action', id, after })
  await tx.emit('bulk_action.stopped', { bulkActionId: id })
}

/** Requires `lockBulkAction`. */
export async function endBulkAction(tx: Tx, id: string, state: 'done' | 'stopped') {
  await tx.update(bulkActions).set({ state, endedAt: tx.now }).where(eq(bulkActions.id, id))
}

/** Starts the opposite action on what was changed, with what the items remember. */
export async function undoBulkAction(tx: Tx, actor: Actor, id: string) {
  const row = await lockBulkAction(tx, id)
  const isUndone = (await findUndo(tx, id)) !== null
  assertAllowed(canUndo({ ...row, isUndone }), { show: 'toast' })
  const action = oppositeOf(row.action) ?? fail('bulk.cannot_undo')
  const { objectType, done: total } = row
  const [undo] = await tx
    .insert(bulkActions)
    .values({
      objectType,
      action,
      parameters: {},
      undoesId: id,
      startedBy: actor.id,
      startedAt: tx.now,
      total,
    })
    .returning({ id: bulkActions.id })
  const { id: undoId } = requireRow(undo)
  await tx.execute(sql`
    insert into ${bulkActionItems} (action_id, object_id, change)
    select ${undoId}::bigint, object_id, change from ${bulkActionItems}
    where action_id = ${id}::bigint and outcome = 'done'`)
  const after = { bulk_action: row.action, undoes: id, posts: total }
  await record(tx, actor, { action: 'undo_bulk_action', id: undoId, after })
  await tx.emit('bulk_action.started', { bulkActionId: undoId })
  return undoId
}

async function findUndo(tx: Tx, id: string) {
  const [undo] = await tx
    .select({ id: bulkActions.id })
    .from(bulkActions)
    .where(eq(bulkActions.undoesId, id))
  return undo?.id ?? null
}

type Recorded = 'start_bulk_action' | 'stop_bulk_action' | 'undo_bulk_action'

type BulkRecord = { action: Recorded; id: string; after: Record<string, string | number> }

/** About the posts of many users, so the entry is about none. */
async function record(tx: Tx, actor: Actor, { action, id, after }: BulkRecord) {
  await recordStaffAction(tx, {
    actorId: actor.id,
    action,
    objectType: 'site',
    objectId: id,
    userId: '0',
    after,
  })
}
