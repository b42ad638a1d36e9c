import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgSequence, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bigId, serialPrimaryKey, time } from './columns.ts'
import { questions } from './posts.ts'
import { users } from './users.ts'

export const heldPostIds = pgSequence('held_posts_id_seq')

/** `reviewer`: a plugin; `parent`: the question that an answer was posted with. */
export const holdReasons = [
  'first_posts',
  'links',
  'words',
  'network',
  'email_domain',
  'spam',
  'reviewer',
  'parent',
] as const
export type HoldReason = (typeof holdReasons)[number]

/** `withdrawn`: the content was deleted before a decision. */
export const heldOutcomes = ['approved', 'rejected', 'withdrawn'] as const
export type HeldOutcome = (typeof heldOutcomes)[number]

/** A tag that is created when the question is approved. */
export type NewTag = { slug_name: string; display_name: string; original_text: string }

const listOf = (values: readonly string[]) => sql.raw(values.map((one) => `'${one}'`).join(', '))

/** Content that waits for a moderator, and what was decided. Its own status is pending meanwhile. */
export const heldPosts = pgTable(
  'held_posts',
  {
    id: serialPrimaryKey('held_posts_id_seq'),
    /** A question, an answer or a comment. */
    objectId: bigId('object_id').notNull(),
    questionId: bigId('question_id')
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    reasons: text().array().$type<HoldReason[]>().notNull(),
    /** The name of the reviewer; empty for the rules of the site. */
    reviewer: text().notNull().default(''),
    /** What the reviewer says. */
    note: text().notNull().default(''),
    /** Usernames that the author chose besides those in the text. */
    mentions: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    newTags: jsonb('new_tags').$type<NewTag[]>().notNull().default([]),
    createdAt: time('created_at').notNull(),
    outcome: text().$type<HeldOutcome>(),
    decidedBy: bigId('decided_by').references(() => users.id),
    decidedAt: time('decided_at'),
    /** Why the content was rejected. */
    decisionNote: text('decision_note').notNull().default(''),
  },
  (table) => [
    uniqueIndex('held_posts_open')
      .on(table.objectId)
      .where(sql`${table.decidedAt} is null`),
    index('held_posts_queue')
      .on(table.id)
      .where(sql`${table.decidedAt} is null`),
    index('held_posts_object_id').on(table.objectId, table.id),
    index('held_posts_question_id').on(table.questionId),
    index('held_posts_user_id').on(table.userId, table.id.desc().nullsFirst()),
    index('held_posts_decided')
      .on(table.decidedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.decidedAt} is not null`),
    index('held_posts_decided_by').on(table.decidedBy, table.decidedAt),
    check(
      'held_posts_reasons',
      sql`cardinality(${table.reasons}) > 0 and ${table.reasons} <@ array[${listOf(holdReasons)}]`,
    ),
    check('held_posts_outcome', sql`${table.outcome} in (${listOf(heldOutcomes)})`),
    check(
      'held_posts_decided_by_someone',
      sql`(${table.decidedAt} is null) = (${table.decidedBy} is null) and (${table.decidedAt} is null) = (${table.outcome} is null)`,
    ),
    check(
      'held_posts_lengths',
      sql`length(${table.reviewer}) <= 100 and length(${table.note}) <= 500 and length(${table.decisionNote}) <= 500`,
    ),
  ],
)
