import type {
  BulkActionName,
  BulkObjectType,
  BulkState,
} from '@stoa/contract/features/bulk-actions'
import { bulkActionNames, bulkOutcomes, bulkStates } from '@stoa/contract/features/bulk-actions'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, time } from './columns.ts'
import { users } from './users.ts'

export type BulkOutcome = (typeof bulkOutcomes)[number]

/** What is done to each post. */
export type BulkParameters = {
  closeType?: number
  closeMessage?: string
  addTags?: readonly string[]
  removeTags?: readonly string[]
  reason?: string
}

/** What the undo compares and restores. */
export type BulkChange = {
  deletedAt?: string
  closingId?: string
  before?: string[]
  after?: string[]
  /** How often an unexpected error kept the item waiting. */
  failures?: number
}

export const bulkActionIds = pgSequence('bulk_actions_id_seq')

const listOf = (values: readonly string[]) => sql.raw(values.map((one) => `'${one}'`).join(', '))

/** One action on many posts. A job works through its items while it is `running`. */
export const bulkActions = pgTable(
  'bulk_actions',
  {
    id: serialPrimaryKey('bulk_actions_id_seq'),
    objectType: text('object_type').$type<BulkObjectType>().notNull(),
    action: text().$type<BulkActionName>().notNull(),
    parameters: jsonb().$type<BulkParameters>().notNull(),
    /** The filter that chose the posts; empty if they were chosen one by one. */
    filter: text().notNull().default(''),
    /** The bulk action that this one reverses. */
    undoesId: bigId('undoes_id').references((): AnyPgColumn => bulkActions.id),
    state: text().$type<BulkState>().notNull().default('running'),
    startedBy: bigId('started_by')
      .notNull()
      .references(() => users.id),
    startedAt: time('started_at').notNull(),
    endedAt: time('ended_at'),
    total: integer().notNull(),
    done: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    rejected: integer().notNull().default(0),
  },
  (table) => [
    index('bulk_actions_started_by').on(table.startedBy),
    uniqueIndex('bulk_actions_undoes').on(table.undoesId),
    check('bulk_actions_object_type', sql`${table.objectType} in ('question', 'answer')`),
    check('bulk_actions_action', sql`${table.action} in (${listOf(bulkActionNames)})`),
    check('bulk_actions_state', sql`${table.state} in (${listOf(bulkStates)})`),
    check('bulk_actions_ended', sql`(${table.state} = 'running') = (${table.endedAt} is null)`),
    check(
      'bulk_actions_progress',
      sql`${table.done} >= 0 and ${table.unchanged} >= 0 and ${table.rejected} >= 0 and ${table.done} + ${table.unchanged} + ${table.rejected} <= ${table.total}`,
    ),
  ],
)

/** The posts of a bulk action. Without a foreign key to them, because the report outlives posts that are removed. */
export const bulkActionItems = pgTable(
  'bulk_action_items',
  {
    actionId: bigId('action_id')
      .notNull()
      .references(() => bulkActions.id, { onDelete: 'cascade' }),
    objectId: bigId('object_id').notNull(),
    outcome: text().$type<BulkOutcome>().notNull().default('waiting'),
    /** The code of the error that rejected it. */
    reason: text().notNull().default(''),
    change: jsonb().$type<BulkChange>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.actionId, table.objectId] }),
    index('bulk_action_items_outcome').on(table.actionId, table.outcome, table.objectId),
    check('bulk_action_items_known', sql`${table.outcome} in (${listOf(bulkOutcomes)})`),
  ],
)
