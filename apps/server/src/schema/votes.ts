import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { bigId, time } from './columns.ts'
import { users } from './users.ts'

/** The object is a question, an answer or a comment. Clearing a vote deletes the row. */
export const votes = pgTable(
  'votes',
  {
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    objectId: bigId('object_id').notNull(),
    value: smallint().$type<1 | -1>().notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.objectId] }),
    index('votes_object_id').on(table.objectId),
    index('votes_newest').on(
      table.userId,
      table.createdAt.desc().nullsFirst(),
      table.objectId.desc().nullsFirst(),
    ),
    // Responses contain the downvotes; with the score they give the upvotes too.
    index('votes_against')
      .on(table.objectId)
      .where(sql`${table.value} = -1`),
    // Ranking of the most active voters.
    index('votes_created_at').on(table.createdAt, table.userId),
    check('votes_value', sql`${table.value} in (1, -1)`),
  ],
)

/** Why the site reversed a vote. The ledger names the same reasons. */
export const reversalReasons = ['serial_voting', 'voter_removed'] as const
export type ReversalReason = (typeof reversalReasons)[number]

/** Votes that the site reversed, as they were cast. Restoring a vote deletes its row. */
export const reversedVotes = pgTable(
  'reversed_votes',
  {
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    objectId: bigId('object_id').notNull(),
    value: smallint().$type<1 | -1>().notNull(),
    castAt: time('cast_at').notNull(),
    reason: text().$type<ReversalReason>().notNull(),
    /** The same as of the ledger entries. */
    reversedAt: time('reversed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.objectId] }),
    check('reversed_votes_value', sql`${table.value} in (1, -1)`),
    check(
      'reversed_votes_reason',
      sql`${table.reason} in (${sql.raw(reversalReasons.map((reason) => `'${reason}'`).join(', '))})`,
    ),
  ],
)
