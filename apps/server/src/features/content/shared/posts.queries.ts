import type { MemberAction } from '@stoa/contract/features/posts'
import { typeOfId } from '@stoa/contract/ids'
import type { Translate } from '@stoa/locales/translate'
import { and, type AnyColumn, eq, type SQL, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { prepared } from '../../../kernel/prepared.ts'
import type { Actor, Viewer, Verdict } from '../../../kernel/rules.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import type { WriteId } from './posts.settings.ts'
import { isAnswerVisibleTo, isCommentVisibleTo, isQuestionVisibleTo } from './posts.visibility.ts'

/** What actions need to know about a question, an answer or a comment. */
export type PostState = {
  kind: 'question' | 'answer' | 'comment'
  id: string
  questionId: string
  /** The answer itself, or the one a comment is on. */
  answerId: string | null
  userId: string
  score: number
  /** Deleted itself, or through its parent. */
  isDeleted: boolean
  /** Waits for a moderator itself, or through its parent. */
  isPending: boolean
  /** Of the question, or of the answer. */
  isLocked: boolean
}

type Options = { forUpdate: boolean }

/** Content the actor may not see is reported as missing. */
export async function getPost(db: ReadDb, actor: Actor | null, id: string, options: Options) {
  const kind = typeOfId(id)
  if (kind === 'question') return await getQuestionState(db, actor, id, options)
  if (kind === 'answer') return await getAnswerState(db, actor, id, options)
  if (kind === 'comment') return await getCommentState(db, actor, id, options)
  return fail('object.not_found')
}

type Key = { id: string }
type LockMode = 'for update' | 'no lock'
const lockModeOf = ({ forUpdate }: Options): LockMode => (forUpdate ? 'for update' : 'no lock')

const findQuestion = prepared((db: ReadDb, { id }: Key, actor: Viewer | null, mode: LockMode) => {
  const { userId, score, isLocked } = questions
  const query = db
    .select({
      userId,
      score,
      isDeleted: sql<boolean>`${questions.status} = 10`,
      isPending: sql<boolean>`${questions.status} = 11`,
      isLocked,
    })
    .from(questions)
    .where(and(eq(questions.id, id), isQuestionVisibleTo(actor)))
  return mode === 'for update' ? query.for('no key update') : query
})

async function getQuestionState(
  db: ReadDb,
  actor: Actor | null,
  id: string,
  options: Options,
): Promise<PostState> {
  const [row] = await findQuestion(db, { id }, actor, lockModeOf(options))
  if (row === undefined) fail('question.not_found')
  return { kind: 'question', id, questionId: id, answerId: null, ...row }
}

/** Requires the joined question. */
export const isAnswerLocked = sql<boolean>`(${questions.isLocked} or ${answers.isLocked})`

const findAnswer = prepared((db: ReadDb, { id }: Key, actor: Viewer | null, mode: LockMode) => {
  const { questionId, userId, score } = answers
  const isDeleted = sql<boolean>`10 in (${answers.status}, ${questions.status})`
  const isPending = sql<boolean>`11 in (${answers.status}, ${questions.status})`
  const query = db
    .select({ questionId, userId, score, isDeleted, isPending, isLocked: isAnswerLocked })
    .from(answers)
    .innerJoin(questions, eq(questions.id, answers.questionId))
    .where(and(eq(answers.id, id), isAnswerVisibleTo(actor)))
  return mode === 'for update' ? query.for('no key update', { of: answers }) : query
})

async function getAnswerState(
  db: ReadDb,
  actor: Actor | null,
  id: string,
  options: Options,
): Promise<PostState> {
  const [row] = await findAnswer(db, { id }, actor, lockModeOf(options))
  if (row === undefined) fail('answer.not_found')
  return { kind: 'answer', id, answerId: id, ...row }
}

const findComment = prepared((db: ReadDb, { id }: Key, actor: Viewer | null, mode: LockMode) => {
  const { questionId, answerId, userId, score } = comments
  const isDeleted = sql<boolean>`10 in (${questions.status}, coalesce(${answers.status}, 1))`
  const isPending = sql<boolean>`11 in (${comments.status}, ${questions.status}, coalesce(${answers.status}, 1))`
  const query = db
    .select({
      questionId,
      answerId,
      userId,
      score,
      isDeleted,
      isPending,
      isLocked: sql<boolean>`(${questions.isLocked} or coalesce(${answers.isLocked}, false))`,
    })
    .from(comments)
    .innerJoin(questions, eq(questions.id, comments.questionId))
    .leftJoin(answers, eq(answers.id, comments.answerId))
    .where(and(eq(comments.id, id), isCommentVisibleTo(actor)))
  return mode === 'for update' ? query.for('no key update', { of: comments }) : query
})

async function getCommentState(
  db: ReadDb,
  actor: Actor | null,
  id: string,
  options: Options,
): Promise<PostState> {
  const [row] = await findComment(db, { id }, actor, lockModeOf(options))
  if (row === undefined) fail('comment.not_found')
  return { kind: 'comment', id, ...row }
}

/** Columns of a list entry about a question, or about an answer joined with it. */
export const postLineColumns = {
  questionId: questions.id,
  answerId: answers.id,
  title: questions.title,
  slug: questions.slug,
  excerpt: sql<string>`coalesce(${answers.excerpt}, ${questions.excerpt})`,
}

/** Join condition: the question with this id, or the question of the answer joined before. */
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
  report: 'reason',
  close: 'reason',
  reopen: 'confirm',
  pin: 'confirm',
  unpin: 'confirm',
  hide: 'confirm',
  show: 'confirm',
  protect: 'confirm',
  unprotect: 'confirm',
  lock: 'confirm',
  unlock: 'confirm',
  convert_to_comment: 'confirm',
  convert_to_answer: 'confirm',
  move: 'confirm',
  delete: 'confirm',
  undelete: 'confirm',
  delete_permanently: 'confirm',
  merge: 'edit',
  invite_other_to_answer: 'confirm',
} as const satisfies Record<MemberAction['action'], MemberAction['type']>

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

export async function getVisibleQuestion(db: ReadDb, id: string, actor: Actor | null) {
  const [question] = await db
    .select({ id: questions.id, title: questions.title, slug: questions.slug })
    .from(questions)
    .where(and(eq(questions.id, id), isQuestionVisibleTo(actor)))
  return question ?? fail('question.not_found')
}
