import { type ReasonNumber, reasonsFor } from '@stoa/contract/features/reasons'
import { sql } from 'drizzle-orm'
import { check, index, pgSequence, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, time } from './columns.ts'
import { questions } from './posts.ts'
import { users } from './users.ts'

export const closingIds = pgSequence('closings_id_seq')

/** Every closing of a question, with its own reason. Kept when the question is reopened. */
export const closings = pgTable(
  'closings',
  {
    id: serialPrimaryKey('closings_id_seq'),
    questionId: bigId('question_id')
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    reason: smallint().$type<ReasonNumber>().notNull(),
    message: text().notNull().default(''),
    duplicateOfId: bigId('duplicate_of_id').references(() => questions.id, {
      onDelete: 'set null',
    }),
    closedBy: bigId('closed_by')
      .notNull()
      .references(() => users.id),
    closedAt: time('closed_at').notNull(),
    reopenedBy: bigId('reopened_by').references(() => users.id),
    reopenedAt: time('reopened_at'),
  },
  (table) => [
    index('closings_question_id').on(table.questionId, table.id),
    uniqueIndex('closings_current')
      .on(table.questionId)
      .where(sql`${table.reopenedAt} is null`),
    index('closings_duplicate_of_id')
      .on(table.duplicateOfId)
      .where(sql`${table.duplicateOfId} is not null`),
    index('closings_closed_by').on(table.closedBy, table.id),
    check(
      'closings_reason',
      sql`${table.reason} in (${sql.raw((reasonsFor('question', 'close') ?? []).join(', '))})`,
    ),
    check('closings_not_itself', sql`${table.duplicateOfId} <> ${table.questionId}`),
    check('closings_only_duplicates', sql`${table.duplicateOfId} is null or ${table.reason} = 60`),
    check(
      'closings_reopened_by_someone',
      sql`(${table.reopenedAt} is null) = (${table.reopenedBy} is null)`,
    ),
  ],
)
