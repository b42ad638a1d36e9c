import type { MemberAction } from '@stoa/contract/features/posts'
import { typeOfId } from '@stoa/contract/ids'
import type { Translate } from '@stoa/locales/translate'
import { and, type AnyColumn, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/database.ts'
import { fail } from '../../kernel/errors.ts'
import { prepared } from '../../kernel/prepared.ts'
import type { Actor, Someone, Verdict } from '../../kernel/rules.ts'
import { answers, comments, questions } from './posts.table.ts'
import type { WriteId } from './posts.settings.ts'
import { isAnswerVisibleTo, isCommentVisibleTo, isQuestionVisibleTo } from './posts.visibility.ts'

/** What has to be known of a question, an answer or a comment before something is done with it. */
export type PostState = {
  kind: 'question' | 'answer' | 'comment'
  id: string
  questionId: string
  /** The answer it is, or is on. */
  answerId: string | null
  userId: string
  score: number
  /** It is deleted, or what it hangs on is. */
  isDeleted: boolean
}

type Options = { isLocked: boolean }

/** A post the person may see; what they may not see is answered like what does not exist. */
export async function getPost(db: Db, who: Actor | null, id: string, options: Options) {
  const kind = typeOfId(id)
  if (kind === 'question') return await questionState(db, who, id, options)
  if (kind === 'answer') return await answerState(db, who, id, options)
  if (kind === 'comment') return await commentState(db, who, id, options)
  return fail('object.not_found')
}

type Asked = { id: string }
type Shape = 'locked' | 'as it is'
const shapeOf = ({ isLocked }: Options): Shape => (isLocked ? 'locked' : 'as it is')

const findQuestion = prepared((db: Db, { id }: Asked, who: Someone | null, shape: Shape) => {
  const { userId, score } = questions
  const found = db
    .select({ userId, score, isDeleted: sql<boolean>`${questions.status} = 10` })
    .from(questions)
    .where(and(eq(questions.id, id), isQuestionVisibleTo(who)))
  return shape === 'locked' ? found.for('no key update') : found
})

async function questionState(
  db: Db,
  who: Actor | null,
  id: string,
  options: Options,
): Promise<PostState> {
  const [row] = await findQuestion(db, { id }, who, shapeOf(options))
  if (row === undefined) fail('question.not_found')
  return { kind: 'question', id, questionId: id, answerId: null, ...row }
}

const findAnswer = prepared((db: Db, { id }: Asked, who: Someone | null, shape: Shape) => {
  const { questionId, userId, score } = answers
  const isDeleted = sql<boolean>`10 in (${answers.status}, ${questions.status})`
  const found = db
    .select({ questionId, userId, score, isDeleted })
    .from(answers)
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .where(and(eq(answers.id, id), isAnswerVisibleTo(who)))
  return shape === 'locked' ? found.for('no key update', { of: answers }) : found
})

async function answerState(
  db: Db,
  who: Actor | null,
  id: string,
  options: Options,
): Promise<PostState> {
  const [row] = await findAnswer(db, { id }, who, shapeOf(options))
  if (row === undefined) fail('answer.not_found')
  return { kind: 'answer', id, answerId: id, ...row }
}

const findComment = prepared((db: Db, { id }: Asked, who: Someone | null, shape: Shape) => {
  const { questionId, answerId, userId, score } = comments
  const isDeleted = sql<boolean>`10 in (${questions.status}, coalesce(${answers.status}, 1))`
  const found = db
    .select({ questionId, answerId, userId, score, isDeleted })
    .from(comments)
    .innerJoin(questions, eq(questions.id, comments.questionId))
    .leftJoin(answers, eq(answers.id, comments.answerId))
    .where(and(eq(comments.id, id), isCommentVisibleTo(who)))
  return shape === 'locked' ? found.for('no key update', { of: comments }) : found
})

async function commentState(
  db: Db,
  who: Actor | null,
  id: string,
  options: Options,
): Promise<PostState> {
  const [row] = await findComment(db, { id }, who, shapeOf(options))
  if (row === undefined) fail('comment.not_found')
  return { kind: 'comment', id, ...row }
}

/** The columns of a line about a question, or about an answer that is joined with it. */
export const postLineColumns = {
  questionId: questions.id,
  answerId: answers.id,
  title: questions.title,
  slug: questions.slug,
  excerpt: sql<string>`coalesce(${answers.excerpt}, ${questions.excerpt})`,
}

/** Joins the question that an id names, or whose answer, joined before, it names. */
export function isQuestionOf(objectId: AnyColumn): SQL {
  return sql`${questions.id} = coalesce(${answers.questionId}, ${objectId})`
}

type PostLineRow = {
  questionId: string
  answerId: string | null
  title: string
  slug: string
  excerpt: string
}

export function toPostLine(row: PostLineRow, writeId: WriteId) {
  return {
    object_id: writeId(row.answerId ?? row.questionId),
    question_id: writeId(row.questionId),
    answer_id: writeId(row.answerId),
    object_type: row.answerId === null ? ('question' as const) : ('answer' as const),
    title: row.title,
    url_title: row.slug,
    content: row.excerpt,
  }
}

const actionTypes = {
  edit: 'edit',
  delete: 'confirm',
  undelete: 'confirm',
  merge: 'edit',
  invite_other_to_answer: 'confirm',
} as const satisfies Record<MemberAction['action'], MemberAction['type']>

/** What the reader may do, by what the rules say about each. */
export function toMemberActions(
  verdicts: Partial<Record<MemberAction['action'], Verdict>>,
  t: Translate,
): MemberAction[] {
  return (Object.keys(verdicts) as MemberAction['action'][])
    .filter((action) => verdicts[action]?.ok === true)
    .map((action) => ({
      action,
      name: t(`action.${action}`),
      type: actionTypes[action],
    }))
}

export function toVoteStatus(value: 1 | -1 | null) {
  if (value === null) return ''
  return value === 1 ? 'vote_up' : 'vote_down'
}

/** Stops, as if it did not exist, at a question the reader may not see. */
export async function mustSeeQuestion(db: Db, id: string, who: Actor | null) {
  const [seen] = await db
    .select({ id: questions.id, title: questions.title, slug: questions.slug })
    .from(questions)
    .where(and(eq(questions.id, id), isQuestionVisibleTo(who)))
  return seen ?? fail('question.not_found')
}
