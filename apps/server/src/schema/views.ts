import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { bigId, time } from './columns.ts'

/**
 * Readers of a question in the last 24 hours, as keyed hashes. No foreign key: views are written late, when the question
 * may be gone.
 */
export const questionViews = pgTable(
  'question_views',
  {
    questionId: bigId('question_id').notNull(),
    reader: bigId().notNull(),
    seenAt: time('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.questionId, table.reader] }),
    index('question_views_seen_at').on(table.seenAt),
  ],
)
