import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { bigId, time } from '../../kernel/columns.ts'

/**
 * Who has looked at a question in the last 24 hours. The reader is a keyed hash: it tells two readers apart and
 * names nobody. No key to the question: views are written late, when it may be gone.
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
