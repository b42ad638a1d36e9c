import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bigId, time } from './columns.ts'
import { users } from './users.ts'

/** The object is a question or an answer. */
export const reactions = pgTable(
  'reactions',
  {
    objectId: bigId('object_id').notNull(),
    emoji: text().$type<'heart' | 'smile' | 'frown'>().notNull(),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.objectId, table.emoji, table.userId] }),
    index('reactions_user_id').on(table.userId),
    check('reactions_emoji', sql`${table.emoji} in ('heart', 'smile', 'frown')`),
  ],
)
