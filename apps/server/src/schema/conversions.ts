import { boolean, pgTable } from 'drizzle-orm/pg-core'
import { bigId } from './columns.ts'
import { answers, comments } from './posts.ts'

/** An answer and the comment it was converted to, or the other way round. At most one of them is not deleted. */
export const conversions = pgTable('conversions', {
  answerId: bigId('answer_id')
    .primaryKey()
    .references(() => answers.id, { onDelete: 'cascade' }),
  commentId: bigId('comment_id')
    .notNull()
    .unique('conversions_comment_id')
    .references(() => comments.id, { onDelete: 'cascade' }),
  /** Which of the two it is now. */
  isComment: boolean('is_comment').notNull(),
})
