import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { bigId, time } from './columns.ts'
import { questions } from './posts.ts'
import { users } from './users.ts'

/** Invitations to answer a question. */
export const invites = pgTable(
  'invites',
  {
    questionId: bigId('question_id')
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    invitedBy: bigId('invited_by')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.questionId, table.userId] }),
    index('invites_user_id').on(table.userId),
    index('invites_invited_by').on(table.invitedBy),
  ],
)
