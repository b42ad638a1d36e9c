import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgSequence, pgTable, text } from 'drizzle-orm/pg-core'
import { bigId, serialKey, time } from '../../kernel/columns.ts'
import { users } from '../users/users.table.ts'

export const reputationIds = pgSequence('reputation_entries_id_seq')

/** What a person can gain or lose reputation by. */
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

/**
 * The ledger: a row for every change of a person's points, and a row with the opposite for what is taken back.
 * Rows are added, never changed. Points above the daily bound, or above the cap of a pair, are written as zero.
 */
export const reputationEntries = pgTable(
  'reputation_entries',
  {
    id: serialKey('reputation_entries_id_seq'),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    kind: text().$type<ReputationKind>().notNull(),
    /** Given by an act, or taken back with it; away while the post is deleted, and restored with it. */
    change: text().$type<'given' | 'taken_back' | 'deleted' | 'restored'>().notNull(),
    points: integer().notNull(),
    /** The post it is about. */
    objectId: bigId('object_id').notNull(),
    /** Whose act it was. */
    byUserId: bigId('by_user_id')
      .notNull()
      .references(() => users.id),
    /** The day in the site's time zone: what the daily bound counts. */
    day: date().notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('reputation_entries_user_id').on(table.userId, table.id.desc().nullsFirst()),
    // What is above the daily bound counts for nothing and is left out: a day holds few rows, however many vote.
    index('reputation_entries_day')
      .on(table.userId, table.day)
      .where(sql`${table.points} <> 0`),
    index('reputation_entries_object_id').on(table.objectId, table.byUserId),
    check(
      'reputation_entries_change',
      sql`${table.change} in ('given', 'taken_back', 'deleted', 'restored')`,
    ),
    check(
      'reputation_entries_kind',
      sql`${table.kind} in (${sql.raw(reputationKinds.map((kind) => `'${kind}'`).join(', '))})`,
    ),
  ],
)
