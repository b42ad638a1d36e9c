import type { Answer, AnswerOfQuestion, AnswerOrder } from '@stoa/contract/features/answers'
import { questionStatuses } from '@stoa/contract/features/questions'
import type { Page } from '@stoa/contract/paging'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { toUnix } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/database.ts'
import { fail } from '../../kernel/errors.ts'
import { prepared } from '../../kernel/prepared.ts'
import { type Actor, deny, type Someone } from '../../kernel/rules.ts'
import { toMemberActions, toVoteStatus } from '../posts/posts.queries.ts'
import { canEdit, canRecover } from '../posts/posts.rules.ts'
import { answers, comments, questions } from '../posts/posts.table.ts'
import { isAnswerOpenTo, isCommentOpenTo, isQuestionVisibleTo } from '../posts/posts.visibility.ts'
import { getQuestion, type ReaderView } from '../questions/questions.queries.ts'
import { toUserBasic, userCardColumns, userCardOf } from '../users/users.queries.ts'
import { users } from '../users/users.table.ts'
import { votes } from '../posts/votes.table.ts'
import { canDeleteAnswer } from './answers.rules.ts'

const isAccepted = sql<boolean>`${answers.id} is not distinct from ${questions.acceptedAnswerId}`

const sortedBy = {
  default: [desc(isAccepted), desc(answers.score), asc(answers.id)],
  updated: [desc(answers.id)],
  created: [asc(answers.id)],
  vote: [desc(answers.score), asc(answers.id)],
} as const satisfies Record<AnswerOrder, SQL[]>

/** A page of the answers to a question that the reader may see. */
export async function listAnswers(
  db: Db,
  input: ListInput,
  who: Actor | null,
  view: ReaderView,
): Promise<Page<Answer>> {
  const { count, list } = await readAnswers(db, input, who, view)
  return { count, list: list.map(({ answer }) => answer) }
}

type ListInput = {
  question_id: string
  order: AnswerOrder
  page: number
  page_size: number
  /** Whose page is read, whichever it is. */
  answer_id?: string | undefined
  /** The page of the answer it is on is read, if that is shown. */
  comment_id?: string | undefined
}

/** A page of the answers, each with its id as the tables have it, and which page it is. */
export async function readAnswers(
  db: Db,
  { question_id, order, page, page_size, answer_id, comment_id }: ListInput,
  who: Actor | null,
  view: ReaderView,
) {
  const range = { id: question_id, limit: page_size, offset: (page - 1) * page_size }
  const around = answer_id ?? comment_id
  const rows =
    around === undefined
      ? await readFirst(db, range, who, order)
      : await readAround(
          db,
          { ...range, around },
          who,
          `${order} ${answer_id === undefined ? 'comment' : 'answer'}`,
        )
  const { count, place } = rows[0] ?? fail('question.not_found')
  if (answer_id !== undefined && place === null) fail('answer.not_found')
  const list = rows.flatMap((row) => {
    const answer = toAnswer(row, who, view)
    return answer === null || row.answer === null ? [] : [{ id: row.answer.id, answer }]
  })
  return { count, list, page: place === null ? page : Math.ceil(place / page_size) }
}

type Range = { id: string; limit: number; offset: number }

const readFirst = prepared((db: Db, range: Range, who: Someone | null, order: AnswerOrder) =>
  readOf(db, range, who, { order, around: sql`null` }),
)

/** Which page is read depends on an answer, or on a comment that may be on one. */
const readAround = prepared(
  (
    db: Db,
    { around, ...range }: Range & { around: string },
    who: Someone | null,
    shape: `${AnswerOrder} ${'answer' | 'comment'}`,
  ) => {
    const [order, kind] = shape.split(' ') as [AnswerOrder, 'answer' | 'comment']
    const answer = kind === 'answer' ? sql`${around}::bigint` : answerOf(around, who)
    return readOf(db, range, who, { order, around: answer })
  },
)

function readOf(
  db: Db,
  { id, limit, offset }: Range,
  who: Someone | null,
  { order, around }: { order: AnswerOrder; around: SQL },
) {
  const ofQuestion = eq(questions.id, id)
  const sorted = sortedBy[order]
  return read(db, who, { ofQuestion, which: undefined, sorted, limit, offset, around })
}

function answerOf(commentId: string, who: Someone | null): SQL {
  return sql`(select ${comments.answerId} from ${comments} where ${comments.id} = ${commentId} and ${isCommentOpenTo(who)})`
}

/** One answer with its question; what the reader may not see is answered like what does not exist. */
export async function getAnswer(
  db: Db,
  id: string,
  who: Actor | null,
  view: ReaderView,
): Promise<AnswerOfQuestion> {
  const [row] = await read(db, who, {
    ofQuestion: sql`${questions.id} = (select ${answers.questionId} from ${answers} where ${answers.id} = ${id})`,
    which: eq(answers.id, id),
    sorted: sortedBy.created,
    limit: 1,
    offset: 0,
    around: sql`null`,
  })
  const info = row === undefined ? null : toAnswer(row, who, view)
  if (row === undefined || info === null) fail('answer.not_found')
  return { info, question: await getQuestion(db, row.questionId, who, view) }
}

type Reading = {
  ofQuestion: SQL
  which: SQL | undefined
  sorted: readonly SQL[]
  limit: number
  offset: number
  /** The id of an answer whose page is read instead, if it is among them. */
  around: SQL
}

/** Reads answers of one question in one statement: without any, one row says how many there are. */
function read(db: Db, who: Someone | null, { ofQuestion, which, sorted, ...range }: Reading) {
  const ids = sql`coalesce(array_agg(${answers.id} order by ${sql.join([...sorted], sql`, `)}), '{}')`
  const found = db
    .select({ ids: ids.as('ids') })
    .from(answers)
    .where(and(eq(answers.questionId, questions.id), isAnswerOpenTo(who), which))
    .as('found')
  const place = sql<number | null>`array_position(${found.ids}, ${range.around})`
  const first = sql`coalesce((${place} - 1) / ${range.limit}::int * ${range.limit}::int, ${range.offset}::int)`
  const chosen = sql`unnest(${found.ids}[${first} + 1 : ${first} + ${range.limit}::int]) with ordinality as chosen (id, place)`
  const editor = alias(users, 'editor')
  return db
    .select({
      questionId: questions.id,
      count: sql<number>`cardinality(${found.ids})`,
      place,
      answer: answerColumns,
      isAccepted,
      user: userCardColumns,
      editor: userCardOf(editor),
      vote: votes.value,
    })
    .from(questions)
    .innerJoinLateral(found, sql`true`)
    .leftJoinLateral(chosen, sql`true`)
    .leftJoin(answers, sql`${answers.id} = chosen.id`)
    .leftJoin(users, eq(users.id, answers.userId))
    .leftJoin(editor, eq(editor.id, answers.editedBy))
    .leftJoin(votes, and(eq(votes.objectId, answers.id), eq(votes.userId, who?.id ?? '0')))
    .where(and(ofQuestion, isQuestionVisibleTo(who)))
    .orderBy(sql`chosen.place`)
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
}

type Row = Awaited<ReturnType<typeof read>>[number]

/** Null for the row that only counts. */
function toAnswer(row: Row, who: Actor | null, view: ReaderView): Answer | null {
  const { answer, user, editor } = row
  if (answer === null || user === null) return null
  return {
    id: view.writeId(answer.id),
    question_id: view.writeId(answer.questionId),
    content: answer.originalText,
    html: answer.parsedText,
    create_time: toUnix(answer.createdAt),
    update_time: toUnix(answer.editedAt),
    accepted: row.isAccepted ? 2 : 1,
    user_info: toUserBasic(user),
    ...(editor === null ? {} : { update_user_info: toUserBasic(editor) }),
    collected: false,
    vote_status: toVoteStatus(row.vote),
    vote_count: answer.score,
    comment_count: answer.commentCount,
    status: answer.status,
    version: answer.version,
    member_actions: toActions({ ...answer, isAccepted: row.isAccepted }, who, view),
  }
}

function toActions(
  answer: NonNullable<Row['answer']> & Pick<Row, 'isAccepted'>,
  who: Actor | null,
  { t, required }: ReaderView,
) {
  if (who === null) return []
  const isDeleted = answer.status === questionStatuses.deleted
  return toMemberActions(
    {
      edit: canEdit(who, { kind: 'answer', ...answer }, required),
      delete: isDeleted ? deny('post.deleted') : canDeleteAnswer(who, answer),
      ...(isDeleted ? { undelete: canRecover(who, answer) } : {}),
    },
    t,
  )
}
