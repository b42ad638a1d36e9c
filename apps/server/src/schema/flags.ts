import { type ReasonNumber, reasonCatalog } from '@stoa/contract/features/reasons'
import { sql } from 'drizzle-orm'
import {
  check,
  index,
  jsonb,
  pgSequence,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { CaseOperation } from '@stoa/contract/features/flags'
import type { UserCaseOperation } from '@stoa/contract/features/flagged-users'
import { bigId, objectPrimaryKey, serialPrimaryKey, time } from './columns.ts'
import { questions } from './posts.ts'
import { type UserRow, users } from './users.ts'

export const flagIds = pgSequence('flags_id_seq')

/** The numbers of the wire. */
export const caseStatuses = { open: 1, completed: 2, ignored: 3 } as const

/** Fields of a user, before staff reset them. */
export type FormerProfile = Partial<
  Pick<
    UserRow,
    'displayName' | 'avatarType' | 'avatar' | 'bio' | 'bioHtml' | 'website' | 'location'
  >
>

/** All flags of one object until staff decide. */
export const flagCases = pgTable(
  'flag_cases',
  {
    id: objectPrimaryKey('report'),
    /** A question, an answer, a comment or a user. */
    objectId: bigId('object_id').notNull(),
    /** Null for a user. */
    questionId: bigId('question_id').references(() => questions.id, { onDelete: 'cascade' }),
    /** Of the flagged content, or the flagged user. */
    authorId: bigId('author_id')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
    status: smallint()
      .$type<(typeof caseStatuses)[keyof typeof caseStatuses]>()
      .notNull()
      .default(caseStatuses.open),
    operation: text().$type<CaseOperation | UserCaseOperation>(),
    /** Whoever flagged can read it. */
    note: text().notNull().default(''),
    /** What `reset_profile` removed, for undoing it. */
    formerProfile: jsonb('former_profile').$type<FormerProfile>(),
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
    index('flag_cases_user_queue')
      .on(table.id)
      .where(sql`${table.status} = 1 and ${table.questionId} is null`),
    // The ids of content have 17 digits, those of users fewer.
    check(
      'flag_cases_object',
      sql`case when ${table.questionId} is null then ${table.objectId} = ${table.authorId} else ${table.objectId} >= 10000000000000000 end`,
    ),
    check('flag_cases_note', sql`length(${table.note}) <= 500`),
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
