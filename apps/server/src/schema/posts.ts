import { questionStatuses } from '@stoa/contract/features/questions'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  type ExtraConfigColumn,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { bigId, objectPrimaryKey, time } from './columns.ts'
import { tags } from './tags.ts'
import { users } from './users.ts'

export type QuestionStatus = (typeof questionStatuses)[keyof typeof questionStatuses]
/** Statuses of questions without `closed`. */
export type AnswerOrCommentStatus = Exclude<QuestionStatus, 2>

const authorColumn = () =>
  bigId('user_id')
    .notNull()
    .references(() => users.id)

const textColumns = () => ({
  originalText: text('original_text').notNull(),
  parsedText: text('parsed_text').notNull(),
  rendererVersion: integer('renderer_version').notNull(),
  createdAt: time('created_at').notNull(),
  editedAt: time('edited_at'),
})

/** Set while deleted. */
const deletionColumns = () => ({
  deletedAt: time('deleted_at'),
  deletedBy: bigId('deleted_by').references(() => users.id),
})

type Deletable = Record<'userId' | 'deletedAt' | 'status', ExtraConfigColumn>

const deletedIndex = (name: string, { userId, deletedAt, status }: Deletable) =>
  index(name)
    .on(userId, deletedAt)
    .where(sql`${status} = 10`)

/** For removing the rows of deleted users: deleting one looks for it in every column that may refer to it. */
const actorIndex = (name: string, column: ExtraConfigColumn) =>
  index(name)
    .on(column)
    .where(sql`${column} is not null`)

type Scored = Record<'userId' | 'createdAt' | 'score' | 'id', ExtraConfigColumn>

/** For the lists of a user's posts, newest first and best first. */
const userIndexes = (name: string, { userId, createdAt, score, id }: Scored) => {
  const orderIndex = (suffix: string, column: ExtraConfigColumn) =>
    index(`${name}_user_${suffix}`).on(userId, column.desc().nullsFirst(), id.desc().nullsFirst())
  return [orderIndex('id', createdAt), orderIndex('best', score)]
}

type Listable = Deletable & Record<'id' | 'isListed', ExtraConfigColumn>

/** Of questions that are not public, which are few. The last two are for the lists of staff. */
const statusIndexes = (table: Listable) => [
  deletedIndex('questions_deleted', table),
  index('questions_status')
    .on(table.status, table.id.desc().nullsFirst())
    .where(sql`${table.status} <> 1`),
  index('questions_unlisted')
    .on(table.id.desc().nullsFirst())
    .where(sql`not ${table.isListed}`),
]

export const questions = pgTable(
  'questions',
  {
    id: objectPrimaryKey('question'),
    userId: authorColumn(),
    title: text().notNull(),
    slug: text().notNull(),
    excerpt: text().notNull(),
    ...textColumns(),
    ...deletionColumns(),
    version: integer().notNull().default(1),
    editedBy: bigId('edited_by').references(() => users.id),
    status: smallint().$type<QuestionStatus>().notNull().default(questionStatuses.open),
    /** The status before deletion, for restoring. */
    statusBefore: smallint('status_before').$type<Exclude<QuestionStatus, 10>>(),
    isPinned: boolean('is_pinned').notNull().default(false),
    isListed: boolean('is_listed').notNull().default(true),
    /** Answers need a reputation from the settings. */
    isProtected: boolean('is_protected').notNull().default(false),
    /** Only staff change the question, its answers and its comments. */
    isLocked: boolean('is_locked').notNull().default(false),
    /** Has an accepted answer, or one with a score above zero. */
    isAnswered: boolean('is_answered').notNull().default(false),
    viewCount: bigint('view_count', { mode: 'number' }).notNull().default(0),
    score: integer().notNull().default(0),
    answerCount: integer('answer_count').notNull().default(0),
    commentCount: integer('comment_count').notNull().default(0),
    bookmarkCount: integer('bookmark_count').notNull().default(0),
    followCount: integer('follow_count').notNull().default(0),
    /** Publicly visible questions that link to it. */
    linkedCount: integer('linked_count').notNull().default(0),
    acceptedAnswerId: bigId('accepted_answer_id'),
    lastAnswerId: bigId('last_answer_id'),
    hotScore: integer('hot_score').notNull().default(0),
    hotScoredAt: time('hot_scored_at'),
    /** Last activity: what the order "active" sorts by. */
    activeAt: time('active_at').notNull(),
    activeKind: text('active_kind')
      .$type<'asked' | 'answered' | 'modified'>()
      .notNull()
      .default('asked'),
    activeBy: bigId('active_by')
      .notNull()
      .references(() => users.id),
  },
  (table) => {
    const listed = sql`${table.status} in (1, 2) and ${table.isListed}`
    // Drizzle moves columns into an index, so each index needs new ones.
    const pinnedFirst = () => table.isPinned.desc().nullsFirst()
    const idLast = () => table.id.desc().nullsFirst()
    const orderIndex = (name: string, column: ExtraConfigColumn) =>
      index(name).on(pinnedFirst(), column.desc().nullsFirst(), idLast()).where(listed)
    return [
      orderIndex('questions_newest', table.createdAt),
      orderIndex('questions_active', table.activeAt),
      orderIndex('questions_hot', table.hotScore),
      orderIndex('questions_score', table.score),
      orderIndex('questions_frequent', table.linkedCount),
      index('questions_unanswered')
        .on(pinnedFirst(), table.createdAt.desc().nullsFirst(), idLast())
        .where(sql`${table.status} = 1 and ${table.isListed} and not ${table.isAnswered}`),
      ...statusIndexes(table),
      index('questions_active_by').on(table.activeBy),
      actorIndex('questions_edited_by', table.editedBy),
      actorIndex('questions_deleted_by', table.deletedBy),
      ...userIndexes('questions', table),
      // Composite keys, so that both answers belong to this question.
      foreignKey({
        name: 'questions_accepted_answer',
        columns: [table.acceptedAnswerId, table.id],
        foreignColumns: [answers.id, answers.questionId] as [AnyPgColumn, AnyPgColumn],
      }),
      foreignKey({
        name: 'questions_last_answer',
        columns: [table.lastAnswerId, table.id],
        foreignColumns: [answers.id, answers.questionId] as [AnyPgColumn, AnyPgColumn],
      }),
      check('questions_status', sql`${table.status} in (1, 2, 10, 11)`),
      check(
        'questions_status_before',
        sql`${table.statusBefore} is null or ${table.status} = 10 and ${table.statusBefore} in (1, 2, 11)`,
      ),
      check('questions_title_length', sql`length(${table.title}) between 1 and 150`),
      check('questions_version', sql`${table.version} >= 1`),
      check('questions_active_kind', sql`${table.activeKind} in ('asked', 'answered', 'modified')`),
      check(
        'questions_deleted_by_someone',
        sql`(${table.status} = 10) = (${table.deletedAt} is not null) and (${table.deletedAt} is null) = (${table.deletedBy} is null)`,
      ),
      check('questions_pinned_is_listed', sql`not ${table.isPinned} or ${table.isListed}`),
      check(
        'questions_counts',
        sql`${table.viewCount} >= 0 and ${table.answerCount} >= 0 and ${table.commentCount} >= 0 and ${table.bookmarkCount} >= 0 and ${table.followCount} >= 0 and ${table.linkedCount} >= 0`,
      ),
      check(
        'questions_accepted_is_answered',
        sql`${table.acceptedAnswerId} is null or ${table.isAnswered}`,
      ),
    ]
  },
)

/** Repeats the question's time, so that a tag's list is read from one index. */
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

/**
 * All tags of a question in one row, for searches by several tags. Written by a database trigger on `question_tags`.
 * Not a column of questions, where every vote would rewrite the index.
 */
export const tagSets = pgTable(
  'tag_sets',
  {
    questionId: bigId('question_id')
      .primaryKey()
      .references(() => questions.id, { onDelete: 'cascade' }),
    askedAt: time('asked_at').notNull(),
    tagIds: bigId('tag_ids').array().notNull(),
  },
  // Without fastupdate: every search would have to read the pending list.
  (table) => [index('tag_sets_tags').using('gin', table.tagIds).with({ fastupdate: false })],
)

export const answers = pgTable(
  'answers',
  {
    id: objectPrimaryKey('answer'),
    questionId: bigId('question_id')
      .notNull()
      .references((): AnyPgColumn => questions.id),
    userId: authorColumn(),
    excerpt: text().notNull(),
    ...textColumns(),
    ...deletionColumns(),
    version: integer().notNull().default(1),
    editedBy: bigId('edited_by').references(() => users.id),
    status: smallint().$type<AnswerOrCommentStatus>().notNull().default(questionStatuses.open),
    /** The status before deletion, for restoring. */
    statusBefore: smallint('status_before').$type<Exclude<AnswerOrCommentStatus, 10>>(),
    /** Only staff change the answer and its comments. */
    isLocked: boolean('is_locked').notNull().default(false),
    score: integer().notNull().default(0),
    commentCount: integer('comment_count').notNull().default(0),
  },
  (table) => [
    // Target of the composite foreign keys in questions.
    unique('answers_of_question').on(table.id, table.questionId),
    index('answers_best')
      .on(table.questionId, table.score.desc().nullsFirst(), table.id)
      .where(sql`${table.status} = 1`),
    index('answers_question_id').on(table.questionId, table.id),
    deletedIndex('answers_deleted', table),
    actorIndex('answers_edited_by', table.editedBy),
    actorIndex('answers_deleted_by', table.deletedBy),
    index('answers_status')
      .on(table.status, table.id.desc().nullsFirst())
      .where(sql`${table.status} <> 1`),
    ...userIndexes('answers', table),
    check('answers_status', sql`${table.status} in (1, 10, 11)`),
    check(
      'answers_status_before',
      sql`${table.statusBefore} is null or ${table.status} = 10 and ${table.statusBefore} in (1, 11)`,
    ),
    check('answers_version', sql`${table.version} >= 1`),
    check('answers_comment_count', sql`${table.commentCount} >= 0`),
    check(
      'answers_deleted_by_someone',
      sql`(${table.status} = 10) = (${table.deletedAt} is not null) and (${table.deletedAt} is null) = (${table.deletedBy} is null)`,
    ),
  ],
)

/** A comment on an answer has both ids, so that all comments of a question are found by one column. */
export const comments = pgTable(
  'comments',
  {
    id: objectPrimaryKey('comment'),
    questionId: bigId('question_id')
      .notNull()
      .references(() => questions.id),
    answerId: bigId('answer_id'),
    userId: authorColumn(),
    /** A comment on the same post. */
    replyToId: bigId('reply_to_id').references((): AnyPgColumn => comments.id),
    ...textColumns(),
    ...deletionColumns(),
    status: smallint().$type<AnswerOrCommentStatus>().notNull().default(questionStatuses.open),
    score: integer().notNull().default(0),
  },
  (table) => [
    foreignKey({
      name: 'comments_answer_of_question',
      columns: [table.answerId, table.questionId],
      foreignColumns: [answers.id, answers.questionId],
    }),
    // Not partial: members and staff also see comments that are not open.
    index('comments_post').on(table.questionId, table.answerId, table.id),
    index('comments_reply_to_id')
      .on(table.replyToId)
      .where(sql`${table.replyToId} is not null`),
    actorIndex('comments_deleted_by', table.deletedBy),
    index('comments_user_id').on(table.userId, table.id.desc().nullsFirst()),
    check('comments_status', sql`${table.status} in (1, 10, 11)`),
    // Comments cannot be downvoted.
    check('comments_score', sql`${table.score} >= 0`),
    check('comments_not_own_reply', sql`${table.replyToId} <> ${table.id}`),
    check(
      'comments_deleted_by_someone',
      sql`(${table.status} = 10) = (${table.deletedAt} is not null) and (${table.deletedAt} is null) = (${table.deletedBy} is null)`,
    ),
  ],
)
