import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { bigId, time } from './columns.ts'
import { users } from './users.ts'

/** The object is a question or a tag. */
export const follows = pgTable(
  'follows',
  {
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    objectId: bigId('object_id').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.objectId] }),
    index('follows_object_id').on(table.objectId, table.userId),
  ],
)
