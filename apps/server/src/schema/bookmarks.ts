import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { bigId, time } from './columns.ts'
import { questions } from './posts.ts'
import { users } from './users.ts'

export const bookmarks = pgTable(
  'bookmarks',
  {
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    questionId: bigId('question_id')
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.questionId] }),
    index('bookmarks_question_id').on(table.questionId),
    index('bookmarks_newest').on(
      table.userId,
      table.createdAt.desc().nullsFirst(),
      table.questionId.desc().nullsFirst(),
    ),
  ],
)
