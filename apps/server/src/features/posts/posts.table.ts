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
import { bigId, objectKey, time } from '../../kernel/columns.ts'
import { tags } from './tags.table.ts'
import { users } from '../users/users.table.ts'

export type QuestionStatus = (typeof questionStatuses)[keyof typeof questionStatuses]
/** An answer or a comment: the numbers of a question without `closed`. */
export type ReplyStatus = Exclude<QuestionStatus, 2>

const author = () =>
  bigId('user_id')
    .notNull()
    .references(() => users.id)

/** What every text of a post has. The version grows with each edit: an edit names the one it started from. */
const written = () => ({
  originalText: text('original_text').notNull(),
  parsedText: text('parsed_text').notNull(),
  rendererVersion: integer('renderer_version').notNull(),
  createdAt: time('created_at').notNull(),
  editedAt: time('edited_at'),
})

/** Who took it out of sight; set while it is deleted. */
const deletion = () => ({
  deletedAt: time('deleted_at'),
  deletedBy: bigId('deleted_by').references(() => users.id),
})

type Deletable = Record<'userId' | 'deletedAt' | 'status', ExtraConfigColumn>

/** What someone has deleted, by when. */
const deletedOf = (name: string, { userId, deletedAt, status }: Deletable) =>
  index(name)
    .on(userId, deletedAt)
    .where(sql`${status} = 10`)

type Scored = Record<'userId' | 'createdAt' | 'score' | 'id', ExtraConfigColumn>

/** What a person has written: the newest, and the best. */
const ofPerson = (name: string, { userId, createdAt, score, id }: Scored) => {
  const inOrder = (end: string, column: ExtraConfigColumn) =>
    index(`${name}_user_${end}`).on(userId, column.desc().nullsFirst(), id.desc().nullsFirst())
  return [inOrder('id', createdAt), inOrder('best', score)]
}

export const questions = pgTable(
  'questions',
  {
    id: objectKey('question'),
    userId: author(),
    title: text().notNull(),
    slug: text().notNull(),
    excerpt: text().notNull(),
    ...written(),
    ...deletion(),
    version: integer().notNull().default(1),
    /** The last person who edited it. */
    editedBy: bigId('edited_by').references(() => users.id),
    status: smallint().$type<QuestionStatus>().notNull().default(questionStatuses.open),
    /** What it was before it was deleted, and is again when it is brought back. */
    statusBefore: smallint('status_before').$type<Exclude<QuestionStatus, 10>>(),
    isPinned: boolean('is_pinned').notNull().default(false),
    isListed: boolean('is_listed').notNull().default(true),
    /** Has an accepted answer, or one with a score above zero. */
    isAnswered: boolean('is_answered').notNull().default(false),
    viewCount: bigint('view_count', { mode: 'number' }).notNull().default(0),
    score: integer().notNull().default(0),
    answerCount: integer('answer_count').notNull().default(0),
    commentCount: integer('comment_count').notNull().default(0),
    bookmarkCount: integer('bookmark_count').notNull().default(0),
    followCount: integer('follow_count').notNull().default(0),
    /** How many other questions, seen by everyone, link to it. */
    linkedCount: integer('linked_count').notNull().default(0),
    acceptedAnswerId: bigId('accepted_answer_id'),
    lastAnswerId: bigId('last_answer_id'),
    hotScore: integer('hot_score').notNull().default(0),
    hotScoredAt: time('hot_scored_at'),
    /** What happened last, to the order "active": asked, answered or modified, by whom and when. */
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
    // An index takes its columns away with it, so each one gets its own.
    const pinnedFirst = () => table.isPinned.desc().nullsFirst()
    const last = () => table.id.desc().nullsFirst()
    const inOrder = (name: string, column: ExtraConfigColumn) =>
      index(name).on(pinnedFirst(), column.desc().nullsFirst(), last()).where(listed)
    return [
      inOrder('questions_newest', table.createdAt),
      inOrder('questions_active', table.activeAt),
      inOrder('questions_hot', table.hotScore),
      inOrder('questions_score', table.score),
      inOrder('questions_frequent', table.linkedCount),
      index('questions_unanswered')
        .on(pinnedFirst(), table.createdAt.desc().nullsFirst(), last())
        .where(sql`${table.status} = 1 and ${table.isListed} and not ${table.isAnswered}`),
      deletedOf('questions_deleted', table),
      ...ofPerson('questions', table),
      // Both answers are answers of this question: the pair is compared, not the id alone.
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

/**
 * All tags of a question in one row, so that those with several given tags are found without reading all of each. The
 * database writes it whenever `question_tags` changes; nothing else does. Not a column of the question: a vote would
 * write the index anew.
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
  // What is written is put in its place at once: a list of what still waits would be read by every search.
  (table) => [index('tag_sets_tags').using('gin', table.tagIds).with({ fastupdate: false })],
)

export const answers = pgTable(
  'answers',
  {
    id: objectKey('answer'),
    questionId: bigId('question_id')
      .notNull()
      .references((): AnyPgColumn => questions.id),
    userId: author(),
    excerpt: text().notNull(),
    ...written(),
    ...deletion(),
    version: integer().notNull().default(1),
    editedBy: bigId('edited_by').references(() => users.id),
    status: smallint().$type<ReplyStatus>().notNull().default(questionStatuses.open),
    /** What it was before it was deleted, and is again when it is brought back. */
    statusBefore: smallint('status_before').$type<Exclude<ReplyStatus, 10>>(),
    score: integer().notNull().default(0),
    commentCount: integer('comment_count').notNull().default(0),
  },
  (table) => [
    // For the keys of questions that point back here.
    unique('answers_of_question').on(table.id, table.questionId),
    index('answers_best')
      .on(table.questionId, table.score.desc().nullsFirst(), table.id)
      .where(sql`${table.status} = 1`),
    index('answers_question_id').on(table.questionId, table.id),
    deletedOf('answers_deleted', table),
    ...ofPerson('answers', table),
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

/** On a question, or on an answer: then both are named, so that what belongs to a question is found at once. */
export const comments = pgTable(
  'comments',
  {
    id: objectKey('comment'),
    questionId: bigId('question_id')
      .notNull()
      .references(() => questions.id),
    answerId: bigId('answer_id'),
    userId: author(),
    /** The comment of the same post that this one answers. */
    replyToId: bigId('reply_to_id').references((): AnyPgColumn => comments.id),
    ...written(),
    ...deletion(),
    status: smallint().$type<ReplyStatus>().notNull().default(questionStatuses.open),
    score: integer().notNull().default(0),
  },
  (table) => [
    foreignKey({
      name: 'comments_answer_of_question',
      columns: [table.answerId, table.questionId],
      foreignColumns: [answers.id, answers.questionId],
    }),
    // All of them, though most readers see only those that are open: members and staff see some others too.
    index('comments_post').on(table.questionId, table.answerId, table.id),
    index('comments_reply_to_id')
      .on(table.replyToId)
      .where(sql`${table.replyToId} is not null`),
    index('comments_user_id').on(table.userId, table.id.desc().nullsFirst()),
    check('comments_status', sql`${table.status} in (1, 10, 11)`),
    // There are no votes against a comment.
    check('comments_score', sql`${table.score} >= 0`),
    check('comments_not_own_reply', sql`${table.replyToId} <> ${table.id}`),
    check(
      'comments_deleted_by_someone',
      sql`(${table.status} = 10) = (${table.deletedAt} is not null) and (${table.deletedAt} is null) = (${table.deletedBy} is null)`,
    ),
  ],
)
