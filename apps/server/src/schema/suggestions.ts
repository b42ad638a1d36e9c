import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, time } from './columns.ts'
import { users } from './users.ts'

export const suggestionIds = pgSequence('suggestions_id_seq')

/** The numbers of the wire, where a suggestion is a revision. */
export const suggestionStatuses = { open: 1, approved: 2, rejected: 3 } as const
export type SuggestionStatus = (typeof suggestionStatuses)[keyof typeof suggestionStatuses]

/** `conflict` and `no_change`: it could not be approved, because the content had changed meanwhile. */
export const suggestionDecisions = [
  'approved',
  'improved',
  'rejected',
  'conflict',
  'no_change',
] as const
export type SuggestionDecision = (typeof suggestionDecisions)[number]

/** Edits of questions, answers and tags by users whose edits are reviewed. Approving one saves a revision. */
export const suggestions = pgTable(
  'suggestions',
  {
    id: serialPrimaryKey('suggestions_id_seq'),
    objectId: bigId('object_id').notNull(),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    /** The version that the suggested text is based on. */
    baseVersion: integer('base_version').notNull(),
    /** A question's title or a tag's display name, else empty. */
    title: text().notNull().default(''),
    /** Only for tags. */
    slugName: text('slug_name').notNull().default(''),
    originalText: text('original_text').notNull(),
    /** Of a question, in order: slugs, and the names of tags that would be created. */
    tags: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    summary: text().notNull().default(''),
    createdAt: time('created_at').notNull(),
    status: smallint().$type<SuggestionStatus>().notNull().default(suggestionStatuses.open),
    decision: text().$type<SuggestionDecision>(),
    /** From the reviewer to the suggester. */
    reason: text().notNull().default(''),
    decidedBy: bigId('decided_by').references(() => users.id),
    decidedAt: time('decided_at'),
    /** The version that the approval created. */
    publishedVersion: integer('published_version'),
  },
  (table) => [
    uniqueIndex('suggestions_open')
      .on(table.userId, table.objectId)
      .where(sql`${table.status} = 1`),
    index('suggestions_queue')
      .on(table.id)
      .where(sql`${table.status} = 1`),
    index('suggestions_object_id').on(table.objectId, table.userId, table.id),
    index('suggestions_user_id').on(table.userId, table.id.desc().nullsFirst()),
    index('suggestions_decided')
      .on(table.decidedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.status} <> 1`),
    index('suggestions_decided_by').on(table.decidedBy, table.decidedAt),
    check('suggestions_status', sql`${table.status} in (1, 2, 3)`),
    check(
      'suggestions_decision',
      sql`${table.decision} in (${sql.raw(suggestionDecisions.map((name) => `'${name}'`).join(', '))})`,
    ),
    check(
      'suggestions_decided_by_someone',
      sql`(${table.status} = 1) = (${table.decidedAt} is null) and (${table.decidedAt} is null) = (${table.decidedBy} is null) and (${table.decidedAt} is null) = (${table.decision} is null)`,
    ),
    check(
      'suggestions_published_if_approved',
      sql`(${table.status} = 2) = (${table.publishedVersion} is not null) and (${table.status} = 2) = (coalesce(${table.decision}, '') in ('approved', 'improved'))`,
    ),
    check('suggestions_base_version', sql`${table.baseVersion} >= 1`),
    check('suggestions_summary_length', sql`length(${table.summary}) <= 255`),
    check('suggestions_reason_length', sql`length(${table.reason}) <= 500`),
  ],
)
