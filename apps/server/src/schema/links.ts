import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { bigId } from './columns.ts'
import { questions } from './posts.ts'

/** Links from a question, or an answer to it, to another question. One row per linking post. */
export const questionLinks = pgTable(
  'question_links',
  {
    fromQuestionId: bigId('from_question_id')
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    /** The question or answer that contains the link. */
    fromPostId: bigId('from_post_id').notNull(),
    toQuestionId: bigId('to_question_id')
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    isInText: boolean('is_in_text').notNull().default(true),
    /** The linking question is closed as a duplicate of the other. */
    isDuplicate: boolean('is_duplicate').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.fromPostId, table.toQuestionId] }),
    index('question_links_to').on(table.toQuestionId, table.fromQuestionId),
    index('question_links_from').on(table.fromQuestionId),
    check('question_links_has_source', sql`${table.isInText} or ${table.isDuplicate}`),
    check('question_links_not_itself', sql`${table.fromQuestionId} <> ${table.toQuestionId}`),
  ],
)
