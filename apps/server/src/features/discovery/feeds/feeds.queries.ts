import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ReadDb } from '../../../kernel/database.ts'
import { answers, questions, questionTags } from '../../../schema/posts.ts'
import { isAnswerListed, isListed } from '../../content/shared/posts.visibility.ts'
import { questionColumns } from '../../content/questions/questions.queries.ts'
import {
  isUserVisibleTo,
  equalsIgnoreCase,
  type toUserBasic,
  userCardColumns,
} from '../../people/users/users.queries.ts'
import { users } from '../../../schema/users.ts'

const maxEntries = 30
/** Longer texts are replaced by their excerpt: a feed is built synchronously and must not block the event loop. */
const maxHtmlBytes = 20_000

// octet_length does not read the stored text.
function htmlIfShort(column: PgColumn) {
  return sql<string | null>`case when octet_length(${column}) <= ${maxHtmlBytes} then ${column} end`
}

/** A question, or an answer to it (`answerId`). */
export type FeedRow = {
  questionId: string
  answerId: string | null
  title: string
  slug: string
  /** Null when it is too long for a feed. */
  html: string | null
  excerpt: string
  createdAt: Date
  editedAt: Date | null
  user: Parameters<typeof toUserBasic>[0]
  tags: readonly { slugName: string; displayName: string }[]
}

const questionFields = {
  questionId: questions.id,
  title: questions.title,
  slug: questions.slug,
  html: htmlIfShort(questions.parsedText),
  excerpt: questions.excerpt,
  createdAt: questions.createdAt,
  editedAt: questions.editedAt,
  user: userCardColumns,
  tags: questionColumns.tags,
}

/** Ids increase over time, so the primary key is the order. */
export async function listNewest(db: ReadDb): Promise<FeedRow[]> {
  return (
    await selectQuestions(db).where(isListed()).orderBy(desc(questions.id)).limit(maxEntries)
  ).map(toQuestionRow)
}

export async function listNewestOfTag(db: ReadDb, tagId: string): Promise<FeedRow[]> {
  const rows = await selectQuestions(db)
    .innerJoin(questionTags, eq(questionTags.questionId, questions.id))
    .where(and(eq(questionTags.tagId, tagId), isListed()))
    .orderBy(desc(questionTags.askedAt), desc(questionTags.questionId))
    .limit(maxEntries)
  return rows.map(toQuestionRow)
}

export async function findListed(db: ReadDb, id: string): Promise<FeedRow | null> {
  const [row] = await selectQuestions(db).where(and(eq(questions.id, id), isListed()))
  return row === undefined ? null : toQuestionRow(row)
}

/** One fewer than a feed holds, because the question is added. */
export async function listNewestAnswers(db: ReadDb, questionId: string): Promise<FeedRow[]> {
  return await selectAnswers(db, eq(answers.questionId, questionId))
    .orderBy(desc(answers.id))
    .limit(maxEntries - 1)
}

/** Null for deleted and unactivated accounts. */
export async function findFeedUser(db: ReadDb, username: string) {
  const [user] = await db
    .select({ ...userCardColumns, createdAt: users.createdAt })
    .from(users)
    .where(
      and(
        equalsIgnoreCase(users.username, username),
        ne(users.status, 'deleted'),
        isUserVisibleTo(null),
      ),
    )
  return user ?? null
}

export async function listNewestOfUser(db: ReadDb, userId: string): Promise<FeedRow[]> {
  const questionRows = await selectQuestions(db)
    .where(and(eq(questions.userId, userId), isListed()))
    .orderBy(desc(questions.createdAt), desc(questions.id))
    .limit(maxEntries)
  const answerRows = await selectAnswers(db, eq(answers.userId, userId))
    .orderBy(desc(answers.createdAt), desc(answers.id))
    .limit(maxEntries)
  return [...questionRows.map(toQuestionRow), ...answerRows]
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, maxEntries)
}

function selectQuestions(db: ReadDb) {
  return db
    .select(questionFields)
    .from(questions)
    .innerJoin(users, eq(users.id, questions.userId))
    .$dynamic()
}

function toQuestionRow(row: Omit<FeedRow, 'answerId'>): FeedRow {
  return { ...row, answerId: null }
}

function selectAnswers(db: ReadDb, condition: SQL) {
  return db
    .select({
      ...questionFields,
      answerId: answers.id,
      html: htmlIfShort(answers.parsedText),
      excerpt: answers.excerpt,
      createdAt: answers.createdAt,
      editedAt: answers.editedAt,
    })
    .from(answers)
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .innerJoin(users, eq(users.id, answers.userId))
    .where(and(condition, isAnswerListed()))
    .$dynamic()
}
