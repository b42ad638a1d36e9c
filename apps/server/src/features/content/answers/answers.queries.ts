import type { Answer, AnswerOfQuestion, AnswerOrder } from '@stoa/contract/features/answers'
import { questionStatuses } from '@stoa/contract/features/questions'
import type { Page } from '@stoa/contract/paging'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { toUnix } from '../../../kernel/clock.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/errors.ts'
import { prepared } from '../../../kernel/prepared.ts'
import { type Actor, deny, type Verdict, type Viewer } from '../../../kernel/rules.ts'
import { isAnswerLocked, toMemberActions, toVoteStatus } from '../shared/posts.queries.ts'
import {
  canChange,
  canDeletePermanently,
  canEdit,
  canFlag,
  canRecover,
} from '../shared/posts.rules.ts'
import { activities } from '../../../schema/activity.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { isAnswerOpenTo, isCommentOpenTo, isQuestionVisibleTo } from '../shared/posts.visibility.ts'
import { getQuestion, type ReaderView } from '../questions/questions.queries.ts'
import { toUserBasic, userCardColumns, selectUserCard } from '../../people/users/users.queries.ts'
import { users } from '../../../schema/users.ts'
import { votes } from '../../../schema/votes.ts'
import { canConvertAnswer, canDeleteAnswer, canLockAnswer } from './answers.rules.ts'

const isAccepted = sql<boolean>`${answers.id} is not distinct from ${questions.acceptedAnswerId}`

const sortKeys = {
  default: [desc(isAccepted), desc(answers.score), asc(answers.id)],
  updated: [desc(answers.id)],
  created: [asc(answers.id)],
  vote: [desc(answers.score), asc(answers.id)],
} as const satisfies Record<AnswerOrder, SQL[]>

export async function listAnswers(
  db: ReadDb,
  input: ListInput,
  actor: Actor | null,
  view: ReaderView,
): Promise<Page<Answer>> {
  const { count, list } = await readAnswers(db, input, actor, view)
  return { count, list: list.map(({ answer }) => answer) }
}

type ListInput = {
  question_id: string
  order: AnswerOrder
  page: number
  page_size: number
  /** Returns the page with this answer, whatever `page` says. */
  answer_id?: string | undefined
  /** Returns the page with the answer this comment is on, if visible. */
  comment_id?: string | undefined
}

/** A page of answers with their internal ids, and the page number. */
export async function readAnswers(
  db: ReadDb,
  { question_id, order, page, page_size, answer_id, comment_id }: ListInput,
  actor: Actor | null,
  view: ReaderView,
) {
  const range = { id: question_id, limit: page_size, offset: (page - 1) * page_size }
  const targetId = answer_id ?? comment_id
  const rows =
    targetId === undefined
      ? await readPage(db, range, actor, order)
      : await readPageOf(
          db,
          { ...range, targetId },
          actor,
          `${order} ${answer_id === undefined ? 'comment' : 'answer'}`,
        )
  const { count, position } = rows[0] ?? fail('question.not_found')
  if (answer_id !== undefined && position === null) fail('answer.not_found')
  const list = rows.flatMap((row) => {
    const answer = toAnswer(row, actor, view)
    return answer === null || row.answer === null ? [] : [{ id: row.answer.id, answer }]
  })
  return { count, list, page: position === null ? page : Math.ceil(position / page_size) }
}

type Range = { id: string; limit: number; offset: number }

const readPage = prepared((db: ReadDb, range: Range, actor: Viewer | null, order: AnswerOrder) =>
  pageQuery(db, range, actor, { order, target: sql`null` }),
)

/** The page that contains an answer, or the answer a comment is on. */
const readPageOf = prepared(
  (
    db: ReadDb,
    { targetId, ...range }: Range & { targetId: string },
    actor: Viewer | null,
    shape: `${AnswerOrder} ${'answer' | 'comment'}`,
  ) => {
    const [order, kind] = shape.split(' ') as [AnswerOrder, 'answer' | 'comment']
    const target = kind === 'answer' ? sql`${targetId}::bigint` : answerOf(targetId, actor)
    return pageQuery(db, range, actor, { order, target })
  },
)

function pageQuery(
  db: ReadDb,
  { id, limit, offset }: Range,
  actor: Viewer | null,
  { order, target }: { order: AnswerOrder; target: SQL },
) {
  const isQuestion = eq(questions.id, id)
  const sortKey = sortKeys[order]
  return answersQuery(db, actor, { isQuestion, filter: undefined, sortKey, limit, offset, target })
}

function answerOf(commentId: string, actor: Viewer | null): SQL {
  return sql`(select ${comments.answerId} from ${comments} where ${comments.id} = ${commentId} and ${isCommentOpenTo(actor)})`
}

/** An answer the actor may not see is reported as missing. */
export async function getAnswer(
  db: ReadDb,
  id: string,
  actor: Actor | null,
  view: ReaderView,
): Promise<AnswerOfQuestion> {
  const [row] = await answersQuery(db, actor, {
    isQuestion: sql`${questions.id} = (select ${answers.questionId} from ${answers} where ${answers.id} = ${id})`,
    filter: eq(answers.id, id),
    sortKey: sortKeys.created,
    limit: 1,
    offset: 0,
    target: sql`null`,
  })
  const info = row === undefined ? null : toAnswer(row, actor, view)
  if (row === undefined || info === null) fail('answer.not_found')
  return { info, question: await getQuestion(db, row.questionId, actor, view) }
}

type AnswersQuery = {
  isQuestion: SQL
  filter: SQL | undefined
  sortKey: readonly SQL[]
  limit: number
  offset: number
  /** Id of an answer whose page is read instead of `offset`, if it is in the list. */
  target: SQL
}

/** One statement. An empty page still returns one row with the count. */
function answersQuery(
  db: ReadDb,
  actor: Viewer | null,
  { isQuestion, filter, sortKey, ...range }: AnswersQuery,
) {
  const ids = sql`coalesce(array_agg(${answers.id} order by ${sql.join([...sortKey], sql`, `)}), '{}')`
  const sorted = db
    .select({ ids: ids.as('ids') })
    .from(answers)
    .where(and(eq(answers.questionId, questions.id), isAnswerOpenTo(actor), filter))
    .as('sorted')
  const position = sql<number | null>`array_position(${sorted.ids}, ${range.target})`
  const first = sql`coalesce((${position} - 1) / ${range.limit}::int * ${range.limit}::int, ${range.offset}::int)`
  const onPage = sql`unnest(${sorted.ids}[${first} + 1 : ${first} + ${range.limit}::int]) with ordinality as on_page (id, position)`
  const editor = alias(users, 'editor')
  const acceptance = acceptanceQuery(db)
  const acceptor = alias(users, 'acceptor')
  return db
    .select({
      questionId: questions.id,
      count: sql<number>`cardinality(${sorted.ids})`,
      position,
      answer: answerColumns,
      isAccepted,
      isLocked: isAnswerLocked,
      questionStatus: questions.status,
      acceptedAt: acceptance.createdAt,
      acceptor: selectUserCard(acceptor),
      user: userCardColumns,
      editor: selectUserCard(editor),
      vote: votes.value,
    })
    .from(questions)
    .innerJoinLateral(sorted, sql`true`)
    .leftJoinLateral(onPage, sql`true`)
    .leftJoin(answers, sql`${answers.id} = on_page.id`)
    .leftJoin(users, eq(users.id, answers.userId))
    .leftJoin(editor, eq(editor.id, answers.editedBy))
    .leftJoinLateral(acceptance, sql`true`)
    .leftJoin(acceptor, eq(acceptor.id, acceptance.userId))
    .leftJoin(votes, and(eq(votes.objectId, answers.id), eq(votes.userId, actor?.id ?? '0')))
    .where(and(isQuestion, isQuestionVisibleTo(actor)))
    .orderBy(sql`on_page.position`)
}

/** The latest acceptance, if the answer is still the accepted one. */
function acceptanceQuery(db: ReadDb) {
  return db
    .select({ userId: activities.userId, createdAt: activities.createdAt })
    .from(activities)
    .where(
      and(
        eq(answers.id, questions.acceptedAnswerId),
        eq(activities.objectId, answers.id),
        eq(activities.kind, 'accept'),
      ),
    )
    .orderBy(desc(activities.id))
    .limit(1)
    .as('acceptance')
}

const answerColumns = {
  id: answers.id,
  questionId: answers.questionId,
  userId: answers.userId,
  originalText: answers.originalText,
  parsedText: answers.parsedText,
  status: answers.status,
  score: answers.score,
  commentCount: answers.commentCount,
  version: answers.version,
  createdAt: answers.createdAt,
  editedAt: answers.editedAt,
  editedBy: answers.editedBy,
  deletedBy: answers.deletedBy,
  isLocked: answers.isLocked,
}

type Row = Awaited<ReturnType<typeof answersQuery>>[number]

/** Null for the row of an empty page. */
function toAnswer(row: Row, actor: Actor | null, view: ReaderView): Answer | null {
  const { answer, user, editor, acceptor } = row
  if (answer === null || user === null) return null
  return {
    id: view.writeId(answer.id),
    question_id: view.writeId(answer.questionId),
    content: answer.originalText,
    html: answer.parsedText,
    create_time: toUnix(answer.createdAt),
    update_time: toUnix(answer.editedAt),
    accepted: row.isAccepted ? 2 : 1,
    accepted_time: toUnix(row.acceptedAt),
    ...(acceptor === null ? {} : { accepted_user_info: toUserBasic(acceptor) }),
    user_info: toUserBasic(user),
    ...(editor === null ? {} : { update_user_info: toUserBasic(editor) }),
    collected: false,
    vote_status: toVoteStatus(row.vote),
    vote_count: answer.score,
    comment_count: answer.commentCount,
    status: answer.status,
    version: answer.version,
    ...(answer.isLocked ? { is_locked: true as const } : {}),
    member_actions: toActions(row, answer, actor, view),
  }
}

function toActions(
  {
    isAccepted: isAcceptedAnswer,
    isLocked,
    questionStatus,
  }: Pick<Row, 'isAccepted' | 'isLocked' | 'questionStatus'>,
  answer: NonNullable<Row['answer']>,
  actor: Actor | null,
  { t, required }: ReaderView,
) {
  if (actor === null) return []
  const isDeleted = answer.status === questionStatuses.deleted
  const statuses = [answer.status, questionStatus]
  const flaggable = {
    userId: answer.userId,
    isDeleted: statuses.includes(questionStatuses.deleted),
    isPending: statuses.includes(questionStatuses.pending),
  }
  const change = canChange(actor, { isLocked })
  const unlessLocked = (verdict: Verdict) => (change.ok ? verdict : change)
  const deletable = { ...answer, isAccepted: isAcceptedAnswer }
  return toMemberActions(
    {
      edit: unlessLocked(canEdit(actor, { kind: 'answer', ...answer }, required)),
      report: canFlag(actor, flaggable, required),
      delete: isDeleted ? deny('post.deleted') : unlessLocked(canDeleteAnswer(actor, deletable)),
      ...(isDeleted ? { undelete: unlessLocked(canRecover(actor, answer)) } : {}),
      [answer.isLocked ? 'unlock' : 'lock']: canLockAnswer(actor, answer),
      convert_to_comment: canConvertAnswer(actor, { ...answer, isLocked }),
      delete_permanently: canDeletePermanently(actor, { isDeleted }),
    },
    t,
  )
}
