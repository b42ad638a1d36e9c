import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../kernel/database.ts'
import { answers, questions, questionTags } from '../posts/posts.table.ts'
import { isAnswerListed, isListed } from '../posts/posts.visibility.ts'
import { questionColumns } from '../questions/questions.queries.ts'
import {
  isUserVisibleTo,
  sameText,
  type toUserBasic,
  userCardColumns,
} from '../users/users.queries.ts'
import { users } from '../users/users.table.ts'

/** No feed has more. */
const most = 30
/** Longer texts are given by their excerpt: a feed is written in one go, which must not keep others waiting. */
const longestHtmlBytes = 20_000

// The size of a stored text is known without reading it.
function htmlIfShort(column: PgColumn) {
  return sql<
    string | null
  >`case when octet_length(${column}) <= ${longestHtmlBytes} then ${column} end`
}

/** A question, or an answer to it, as everyone sees it. */
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

const ofQuestion = {
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

/** The newest questions: ids grow with time, so the key itself has them in order. */
export async function listNewest(db: Db): Promise<FeedRow[]> {
  return (await selectQuestions(db).where(isListed()).orderBy(desc(questions.id)).limit(most)).map(
    asQuestion,
  )
}

export async function listNewestOfTag(db: Db, tagId: string): Promise<FeedRow[]> {
  const rows = await selectQuestions(db)
    .innerJoin(questionTags, eq(questionTags.questionId, questions.id))
    .where(and(eq(questionTags.tagId, tagId), isListed()))
    .orderBy(desc(questionTags.askedAt), desc(questionTags.questionId))
    .limit(most)
  return rows.map(asQuestion)
}

/** A listed question, or null. */
export async function findListed(db: Db, id: string): Promise<FeedRow | null> {
  const [row] = await selectQuestions(db).where(and(eq(questions.id, id), isListed()))
  return row === undefined ? null : asQuestion(row)
}

/** The newest answers to a question, one fewer than a feed has: the question is in it too. */
export async function listNewestAnswers(db: Db, questionId: string): Promise<FeedRow[]> {
  return await selectAnswers(db, eq(answers.questionId, questionId))
    .orderBy(desc(answers.id))
    .limit(most - 1)
}

/** A member who has not left, or null. */
export async function findPerson(db: Db, username: string) {
  const [person] = await db
    .select({ ...userCardColumns, createdAt: users.createdAt })
    .from(users)
    .where(
      and(sameText(users.username, username), ne(users.status, 'deleted'), isUserVisibleTo(null)),
    )
  return person ?? null
}

/** What a person has written last, questions and answers together. */
export async function listNewestOfPerson(db: Db, userId: string): Promise<FeedRow[]> {
  const asked = await selectQuestions(db)
    .where(and(eq(questions.userId, userId), isListed()))
    .orderBy(desc(questions.createdAt), desc(questions.id))
    .limit(most)
  const answered = await selectAnswers(db, eq(answers.userId, userId))
    .orderBy(desc(answers.createdAt), desc(answers.id))
    .limit(most)
  return [...asked.map(asQuestion), ...answered]
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, most)
}

function selectQuestions(db: Db) {
  return db
    .select(ofQuestion)
    .from(questions)
    .innerJoin(users, eq(users.id, questions.userId))
    .$dynamic()
}

function asQuestion(row: Omit<FeedRow, 'answerId'>): FeedRow {
  return { ...row, answerId: null }
}

function selectAnswers(db: Db, which: SQL) {
  return db
    .select({
      ...ofQuestion,
      answerId: answers.id,
      html: htmlIfShort(answers.parsedText),
      excerpt: answers.excerpt,
      createdAt: answers.createdAt,
      editedAt: answers.editedAt,
    })
    .from(answers)
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .innerJoin(users, eq(users.id, answers.userId))
    .where(and(which, isAnswerListed()))
    .$dynamic()
}
