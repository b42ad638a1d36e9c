import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core'
import { bigId, time } from '../../kernel/columns.ts'
import { users } from '../users/users.table.ts'

/** A person's vote on a question, an answer or a comment; taking it back removes the row. */
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
    // A reply tells how many are against; with the score that also says how many are for it.
    index('votes_against')
      .on(table.objectId)
      .where(sql`${table.value} = -1`),
    // Who voted most in the last days.
    index('votes_created_at').on(table.createdAt, table.userId),
    check('votes_value', sql`${table.value} in (1, -1)`),
  ],
)
