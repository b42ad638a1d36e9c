import { type ReasonNumber, reasonCatalog } from '@stoa/contract/features/reasons'
import { sql } from 'drizzle-orm'
import {
  check,
  index,
  pgSequence,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { CaseOperation } from '@stoa/contract/features/flags'
import { bigId, objectPrimaryKey, serialPrimaryKey, time } from './columns.ts'
import { questions } from './posts.ts'
import { users } from './users.ts'

export const flagIds = pgSequence('flags_id_seq')

/** The numbers of the wire. */
export const caseStatuses = { open: 1, completed: 2, ignored: 3 } as const

/** All flags of one object until staff decide. */
export const flagCases = pgTable(
  'flag_cases',
  {
    id: objectPrimaryKey('report'),
    /** A question, an answer or a comment. */
    objectId: bigId('object_id').notNull(),
    questionId: bigId('question_id')
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    /** Of the flagged content. */
    authorId: bigId('author_id')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
    status: smallint()
      .$type<(typeof caseStatuses)[keyof typeof caseStatuses]>()
      .notNull()
      .default(caseStatuses.open),
    operation: text().$type<CaseOperation>(),
    decidedBy: bigId('decided_by').references(() => users.id),
    decidedAt: time('decided_at'),
  },
  (table) => [
    uniqueIndex('flag_cases_open')
      .on(table.objectId)
      .where(sql`${table.status} = 1`),
    index('flag_cases_queue')
      .on(table.id)
      .where(sql`${table.status} = 1`),
    index('flag_cases_question_id').on(table.questionId),
    index('flag_cases_object_id').on(table.objectId),
    index('flag_cases_author_id').on(table.authorId, table.status),
    index('flag_cases_decided_by').on(table.decidedBy, table.decidedAt),
    index('flag_cases_decided')
      .on(table.decidedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.status} <> 1`),
    check('flag_cases_status', sql`${table.status} in (1, 2, 3)`),
    check(
      'flag_cases_decided_by_someone',
      sql`(${table.status} = 1) = (${table.decidedAt} is null) and (${table.decidedAt} is null) = (${table.decidedBy} is null) and (${table.decidedAt} is null) = (${table.operation} is null)`,
    ),
  ],
)

export const flags = pgTable(
  'flags',
  {
    id: serialPrimaryKey('flags_id_seq'),
    caseId: bigId('case_id')
      .notNull()
      .references(() => flagCases.id, { onDelete: 'cascade' }),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    reason: smallint().$type<ReasonNumber>().notNull(),
    content: text().notNull().default(''),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    unique('flags_once').on(table.caseId, table.userId),
    index('flags_user_id').on(table.userId, table.id.desc().nullsFirst()),
    check(
      'flags_reason',
      sql`${table.reason} in (${sql.raw(Object.keys(reasonCatalog).join(', '))})`,
    ),
    check('flags_content_length', sql`length(${table.content}) <= 500`),
  ],
)
