import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgSequence, pgTable, text } from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, time } from './columns.ts'
import { users } from './users.ts'

export const reputationIds = pgSequence('reputation_entries_id_seq')

export const reputationKinds = [
  'question.voted_up',
  'question.voted_down',
  'answer.voted_up',
  'answer.voted_down',
  'answer.vote_down',
  'answer.accepted',
  'answer.accept',
  'edit.accepted',
] as const
export type ReputationKind = (typeof reputationKinds)[number]

/** Entries for what the user did, not for what others did. */
export const isForOwnAct = sql.raw(`kind in ('answer.vote_down', 'answer.accept')`)

export const reputationChanges = [
  'given',
  'taken_back',
  'deleted',
  'restored',
  'serial_voting',
  'voter_removed',
  'reinstated',
] as const
export type ReputationChange = (typeof reputationChanges)[number]

/**
 * Append-only ledger of points; what is revoked gets a compensating row. Points above the daily cap, or above the cap
 * of an acceptance pair, are recorded as zero.
 */
export const reputationEntries = pgTable(
  'reputation_entries',
  {
    id: serialPrimaryKey('reputation_entries_id_seq'),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    kind: text().$type<ReputationKind>().notNull(),
    /**
     * Granted by an act or revoked with it; hidden while the post is deleted, and restored with it; revoked with a vote
     * that the site reversed, and reinstated with it.
     */
    change: text().$type<ReputationChange>().notNull(),
    points: integer().notNull(),
    objectId: bigId('object_id').notNull(),
    byUserId: bigId('by_user_id')
      .notNull()
      .references(() => users.id),
    /** In the site's time zone; the daily cap counts per day. */
    day: date().notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('reputation_entries_user_id').on(table.userId, table.id.desc().nullsFirst()),
    // Entries above the cap are zero and left out, so that a day has few rows however many vote.
    index('reputation_entries_day')
      .on(table.userId, table.day)
      .where(sql`${table.points} <> 0`),
    index('reputation_entries_object_id').on(table.objectId, table.byUserId),
    // Only for removing the rows of deleted users.
    index('reputation_entries_by_user_id').on(table.byUserId),
    check(
      'reputation_entries_change',
      sql`${table.change} in (${sql.raw(reputationChanges.map((change) => `'${change}'`).join(', '))})`,
    ),
    check(
      'reputation_entries_kind',
      sql`${table.kind} in (${sql.raw(reputationKinds.map((kind) => `'${kind}'`).join(', '))})`,
    ),
  ],
)
