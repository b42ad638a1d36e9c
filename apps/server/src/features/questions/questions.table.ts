import { questionStatuses } from '@stoa/contract/features/questions'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { bigId, objectKey, time } from '../../kernel/columns.ts'
import { tags } from '../tags/tags.table.ts'
import { users } from '../users/users.table.ts'

export type QuestionStatus = (typeof questionStatuses)[keyof typeof questionStatuses]

export const questions = pgTable(
  'questions',
  {
    id: objectKey('question'),
    userId: bigId('user_id')
      .notNull()
      .references(() => users.id),
    title: text().notNull(),
    slug: text().notNull(),
    originalText: text('original_text').notNull(),
    parsedText: text('parsed_text').notNull(),
    excerpt: text().notNull(),
    rendererVersion: integer('renderer_version').notNull(),
    status: smallint().$type<QuestionStatus>().notNull().default(questionStatuses.open),
    isPinned: boolean('is_pinned').notNull().default(false),
    isListed: boolean('is_listed').notNull().default(true),
    /** Has an accepted answer, or one with a score above zero. */
    isAnswered: boolean('is_answered').notNull().default(false),
    viewCount: bigint('view_count', { mode: 'number' }).notNull().default(0),
    score: integer().notNull().default(0),
    answerCount: integer('answer_count').notNull().default(0),
    bookmarkCount: integer('bookmark_count').notNull().default(0),
    followCount: integer('follow_count').notNull().default(0),
    linkedCount: integer('linked_count').notNull().default(0),
    acceptedAnswerId: bigId('accepted_answer_id'),
    lastAnswerId: bigId('last_answer_id'),
    hotScore: integer('hot_score').notNull().default(0),
    hotScoredAt: time('hot_scored_at'),
    createdAt: time('created_at').notNull(),
    editedAt: time('edited_at'),
    /** Moves with every answer and edit: the order "active". */
    activeAt: time('active_at').notNull(),
  },
  (table) => {
    const listed = sql`${table.status} in (1, 2) and ${table.isListed}`
    // An index takes its columns away with it, so each one gets its own.
    const pinnedFirst = () => table.isPinned.desc().nullsFirst()
    const last = () => table.id.desc().nullsFirst()
    return [
      index('questions_newest')
        .on(pinnedFirst(), table.createdAt.desc().nullsFirst(), last())
        .where(listed),
      index('questions_active')
        .on(pinnedFirst(), table.activeAt.desc().nullsFirst(), last())
        .where(listed),
      index('questions_hot')
        .on(pinnedFirst(), table.hotScore.desc().nullsFirst(), last())
        .where(listed),
      index('questions_score')
        .on(pinnedFirst(), table.score.desc().nullsFirst(), last())
        .where(listed),
      index('questions_frequent')
        .on(pinnedFirst(), table.linkedCount.desc().nullsFirst(), last())
        .where(listed),
      index('questions_unanswered')
        .on(pinnedFirst(), table.createdAt.desc().nullsFirst(), last())
        .where(sql`${table.status} = 1 and ${table.isListed} and not ${table.isAnswered}`),
      index('questions_user_id').on(table.userId, table.createdAt.desc().nullsFirst(), last()),
      check('questions_status', sql`${table.status} in (1, 2, 10, 11)`),
      check('questions_title_length', sql`length(${table.title}) between 1 and 150`),
      check('questions_pinned_is_listed', sql`not ${table.isPinned} or ${table.isListed}`),
      check(
        'questions_counts',
        sql`${table.viewCount} >= 0 and ${table.answerCount} >= 0 and ${table.bookmarkCount} >= 0 and ${table.followCount} >= 0 and ${table.linkedCount} >= 0`,
      ),
      check(
        'questions_accepted_is_answered',
        sql`${table.acceptedAnswerId} is null or ${table.isAnswered}`,
      ),
    ]
  },
)

/** The tags of a question. Carries the question's time, so that a tag's list is read from one index. */
export const questionTags = pgTable(
  'question_tags',
  {
    questionId: bigId('question_id')
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    tagId: bigId('tag_id')
      .notNull()
      .references(() => tags.id),
    position: smallint().notNull(),
    askedAt: time('asked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.questionId, table.tagId] }),
    index('question_tags_tag').on(
      table.tagId,
      table.askedAt.desc().nullsFirst(),
      table.questionId.desc().nullsFirst(),
    ),
    check('question_tags_position', sql`${table.position} between 0 and 4`),
  ],
)
