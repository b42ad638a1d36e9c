import type {
  PersonalAnswerOrder,
  PersonalQuestionOrder,
  PostStatusName,
  UserAnswer,
  UserQuestion,
} from '@stoa/contract/features/user-posts'
import type { Page } from '@stoa/contract/paging'
import { and, desc, eq, type SQL } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { readPageWithCappedCount } from '../../../kernel/paging.ts'
import type { Actor } from '../../../kernel/rules.ts'
import {
  answers,
  questions,
  type QuestionStatus,
  type AnswerOrCommentStatus,
} from '../../../schema/posts.ts'
import {
  isAnswerInListOf,
  isQuestionInListOf,
  isUnanswered,
} from '../../content/shared/posts.visibility.ts'
import {
  questionColumns,
  type QuestionRow,
  type QuestionView,
} from '../../content/questions/questions.queries.ts'
import { toTag } from '../../content/tags/tags.queries.ts'
import { users } from '../../../schema/users.ts'

type Paging = { page: number; page_size: number }

const maxTopPosts = 5

const questionSortColumns = {
  newest: questions.createdAt,
  unanswered: questions.createdAt,
  active: questions.activeAt,
  hot: questions.hotScore,
  score: questions.score,
} as const satisfies Record<PersonalQuestionOrder, unknown>

const answerOrders = {
  newest: [desc(answers.createdAt), desc(answers.id)],
  default: [desc(answers.score), desc(answers.id)],
  score: [desc(answers.score), desc(answers.id)],
} as const satisfies Record<PersonalAnswerOrder, SQL[]>

/** Only posts that everyone can see. */
export async function listTopPosts(db: ReadDb, userId: string, view: QuestionView) {
  const topQuestions = await findQuestions(db, userId, isQuestionInListOf(userId, null))
    .orderBy(desc(questions.score), desc(questions.id))
    .limit(maxTopPosts)
  const topAnswers = await findAnswers(db, userId, isAnswerInListOf(userId, null))
    .orderBy(...answerOrders.score)
    .limit(maxTopPosts)
  return {
    question: topQuestions.map((row) => toUserQuestion(row, view)),
    answer: topAnswers.map((row) => toUserAnswer(row, view)),
  }
}

export async function listQuestionsOfUser(
  db: ReadDb,
  filter: { userId: string; order: PersonalQuestionOrder } & Paging,
  actor: Actor | null,
  view: QuestionView,
): Promise<Page<UserQuestion>> {
  const { userId, order } = filter
  const where = and(
    isQuestionInListOf(userId, actor),
    order === 'unanswered' ? isUnanswered() : undefined,
  )
  const sorted = [desc(questions.isPinned), desc(questionSortColumns[order]), desc(questions.id)]
  const find = () => findQuestions(db, userId, where)
  const countOrder = [desc(questions.createdAt), desc(questions.id)]
  const { count, rows } = await readPageWithCappedCount(db, find, sorted, { ...filter, countOrder })
  return { count, list: rows.map((row) => toUserQuestion(row, view)) }
}

export async function listAnswersOfUser(
  db: ReadDb,
  filter: { userId: string; order: PersonalAnswerOrder } & Paging,
  actor: Actor | null,
  view: QuestionView,
): Promise<Page<UserAnswer>> {
  const find = () => findAnswers(db, filter.userId, isAnswerInListOf(filter.userId, actor))
  const { count, rows } = await readPageWithCappedCount(
    db,
    find,
    answerOrders[filter.order],
    filter,
  )
  return { count, list: rows.map((row) => toUserAnswer(row, view)) }
}

function findQuestions(db: ReadDb, userId: string, where: SQL | undefined) {
  return db
    .select(questionColumns)
    .from(questions)
    .innerJoin(users, eq(users.id, questions.userId))
    .where(and(eq(questions.userId, userId), where))
    .$dynamic()
}

function findAnswers(db: ReadDb, userId: string, where: SQL | undefined) {
  return db
    .select({
      id: answers.id,
      questionId: answers.questionId,
      score: answers.score,
      status: answers.status,
      createdAt: answers.createdAt,
      editedAt: answers.editedAt,
      acceptedAnswerId: questions.acceptedAnswerId,
      title: questions.title,
      slug: questions.slug,
      tags: questionColumns.tags,
    })
    .from(answers)
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .where(and(eq(answers.userId, userId), where))
    .$dynamic()
}

type AnswerRow = Awaited<ReturnType<typeof findAnswers>>[number]

const statusNames = {
  1: 'available',
  2: 'closed',
  10: 'deleted',
  11: 'pending',
} as const satisfies Record<QuestionStatus | AnswerOrCommentStatus, PostStatusName>

function toUserQuestion(row: QuestionRow, view: QuestionView): UserQuestion {
  return {
    question_id: view.writeId(row.id),
    title: row.title,
    url_title: row.slug,
    vote_count: row.score,
    tags: row.tags.map((tag) => toTag(tag, view.specialTags)),
    view_count: row.viewCount,
    answer_count: row.answerCount,
    collection_count: row.bookmarkCount,
    created_at: toUnix(row.createdAt),
    accepted_answer_id: view.writeId(row.acceptedAnswerId),
    status: statusNames[row.status],
  }
}

function toUserAnswer(row: AnswerRow, view: QuestionView): UserAnswer {
  return {
    answer_id: view.writeId(row.id),
    question_id: view.writeId(row.questionId),
    accepted: row.acceptedAnswerId === row.id ? 2 : 1,
    vote_count: row.score,
    create_time: toUnix(row.createdAt),
    update_time: toUnix(row.editedAt),
    status: statusNames[row.status],
    question_info: {
      title: row.title,
      url_title: row.slug,
      tags: row.tags.map((tag) => toTag(tag, view.specialTags)),
    },
  }
}
