import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { bigId, time } from './columns.ts'
import { tags } from './tags.ts'
import { users } from './users.ts'

/** Never of a tag that the user follows. */
export const ignoredTags = pgTable(
  'ignored_tags',
  {
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    tagId: bigId('tag_id')
      .notNull()
      .references(() => tags.id),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tagId] }),
    index('ignored_tags_tag_id').on(table.tagId),
  ],
)
