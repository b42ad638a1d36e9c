import type {
  AnswerListStatus,
  AnswerSort,
  QuestionListStatus,
  QuestionSort,
} from '@stoa/contract/features/content-admin'
import { questionStatuses } from '@stoa/contract/features/questions'
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { idArray } from '../../../kernel/id-array.ts'
import { countLookahead } from '../../../kernel/paging.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { answers, questions, questionTags } from '../../../schema/posts.ts'
import { searchDocuments } from '../../../schema/search.ts'
import {
  answerCondition,
  isEmptyFilter,
  isInTime,
  type PostFilter,
  questionCondition,
  readsQuestion,
  resolveFilter,
  withoutReadTag,
} from './filters.queries.ts'

export type QuestionSelection = { status: QuestionListStatus; query: string; sort: QuestionSort }
export type AnswerSelection = {
  status: AnswerListStatus
  query: string
  sort: AnswerSort
  question_id?: string | undefined
}

/** `window`: how many of the newest posts are compared with a filter, or sorted without an index. */
type Range = { offset: number; limit: number; window?: number }

/** `isCapped`: there are more posts than those that were compared. */
export type Selection = { ids: string[]; count: number; isCapped: boolean }

const defaultWindow = 3000
const none: Selection = { ids: [], count: 0, isCapped: false }

const statusOf = {
  normal: questionStatuses.open,
  closed: questionStatuses.closed,
  deleted: questionStatuses.deleted,
  pending: questionStatuses.pending,
} as const

/** Literals, not parameters: the planner uses a partial index only when it can match its condition. */
const literal = (status: keyof typeof statusOf) => sql.raw(String(statusOf[status]))

/** Without the texts, so that few blocks are read and sorted. */
const questionColumns = sql.join(
  [
    questions.id,
    questions.userId,
    questions.title,
    questions.status,
    questions.isListed,
    questions.isPinned,
    questions.score,
    questions.viewCount,
    questions.answerCount,
    questions.acceptedAnswerId,
    questions.createdAt,
    questions.activeAt,
  ].map((column) => sql`${column}`),
  sql`, `,
)

const questionKeys: Record<QuestionSort, SQL> = {
  newest: sql`${questions.id}`,
  active: sql`${questions.activeAt}`,
  score: sql`${questions.score}`,
  answers: sql`${questions.answerCount}`,
  views: sql`${questions.viewCount}`,
}

/** The ids in the order of the list. */
export async function selectQuestions(
  ctx: Context,
  actor: Actor,
  input: QuestionSelection,
  range: Range,
): Promise<Selection> {
  const filter = await resolveFilter(ctx, actor, 'question', input)
  if (filter === null) return none
  const isSorted = input.status === 'normal' && ['active', 'score'].includes(input.sort)
  const isPlain = isEmptyFilter(filter) && (isSorted || input.sort === 'newest')
  const window = windowOf(range, isPlain)
  const condition = questionCondition(withoutReadTag(filter, input.status)) ?? sql`true`
  const key = questionKeys[input.sort]
  return await readSelection(ctx, range, {
    window,
    isPlain,
    isSearchCapped: filter.matches?.isCapped === true,
    scanned: sql`
      select ${questions.id}, ${key} as key, (${questions.status} = ${literal(input.status)} and ${condition}) as matches
      from (${scanQuestions(filter, input, window)}) as ${questions}`,
  })
}

function scanQuestions(filter: PostFilter, input: QuestionSelection, window: number): SQL {
  const { postId, userId, tag, matches } = filter
  const { status, sort } = input
  const scan = questionScan(window)
  if (postId !== null) return scan(sql`${questions.id} = ${postId}`)
  if (matches !== null && status === 'closed')
    return scan(sql`${questions.id} = any(${idArray(matches.questionIds)})`)
  if (matches !== null && status === 'normal')
    return sql`${scan(sql`${questions.isListed} and ${questions.id} = any(${idArray(matches.questionIds)})`)}
      union all ${scan(unlisted)}`
  if (userId !== null)
    return scan(
      sql`${questions.userId} = ${userId} and ${isInTime(questions.createdAt, filter)}`,
      sql`${questions.createdAt} desc, ${questions.id} desc`,
    )
  if (status === 'normal' && tag !== null)
    return sql`select ${questions}.* from ${taggedWith(filter, tag.id, window)} cross join lateral (
        select ${questionColumns} from ${questions} where ${questions.id} = tagged.question_id offset 0
      ) as ${questions}`
  const key = indexedKey(filter, sort)
  return status === 'normal' && key !== null
    ? scanInOrder(filter, key, window)
    : scan(sql`${questions.status} = ${literal(status)}`)
}

/** Null for the order of the primary key, and for orders without an index. */
function indexedKey({ query }: PostFilter, sort: QuestionSort) {
  if (query.before !== null) return sql`${questions.createdAt}`
  return sort === 'active' || sort === 'score' ? questionKeys[sort] : null
}

const questionScan =
  (window: number) =>
  (where: SQL, order = sql`${questions.id} desc`) =>
    sql`(select ${questionColumns} from ${questions} where ${where} order by ${order} limit ${window})`

const unlisted = sql`not ${questions.isListed} and ${questions.status} = ${literal('normal')}`

/** Open questions from the indexes of the public lists, which begin with the pinned questions. */
function scanInOrder(filter: PostFilter, key: SQL, window: number): SQL {
  const scan = questionScan(window)
  const order = sql`${key} desc, ${questions.id} desc`
  const inTime = isInTime(questions.createdAt, filter)
  const listed = sql`${questions.status} in (1, 2) and ${questions.isListed} and ${questions.status} = 1 and ${inTime}`
  return sql`select * from (
      ${scan(sql`${listed} and ${questions.isPinned}`, order)}
      union all ${scan(sql`${listed} and not ${questions.isPinned}`, order)}
      union all ${scan(sql`${unlisted} and ${inTime}`)}
    ) as ${questions} order by ${order} limit ${window}`
}

const answerColumns = sql.join(
  [
    answers.id,
    answers.questionId,
    answers.userId,
    answers.status,
    answers.score,
    answers.createdAt,
  ].map((column) => sql`${column}`),
  sql`, `,
)

/** The newest questions with a tag. Lateral joins follow, so that no more posts are read than needed. */
function taggedWith(filter: PostFilter, tagId: string, window: number): SQL {
  return sql`(
    select ${questionTags.questionId}, ${questionTags.askedAt} from ${questionTags}
    where ${questionTags.tagId} = ${tagId} and ${isInTime(questionTags.askedAt, filter)}
    order by ${questionTags.askedAt} desc, ${questionTags.questionId} desc limit ${window}
  ) as tagged`
}

const answerKeys: Record<AnswerSort, SQL> = {
  newest: sql`${answers.id}`,
  score: sql`${answers.score}`,
}

/** The ids in the order of the list. */
export async function selectAnswers(
  ctx: Context,
  actor: Actor,
  input: AnswerSelection,
  range: Range,
): Promise<Selection> {
  const filter = await resolveFilter(ctx, actor, 'answer', input)
  if (filter === null) return none
  const isPlain = isEmptyFilter(filter) && input.sort === 'newest'
  const window = windowOf(range, isPlain)
  const compared = withoutReadTag(filter, input.status)
  const condition = answerCondition(compared) ?? sql`true`
  return await readSelection(ctx, range, {
    window,
    isPlain,
    isSearchCapped: filter.matches?.isCapped === true,
    scanned: sql`
      select ${answers.id}, ${answerKeys[input.sort]} as key, (${answers.status} = ${literal(input.status)} and ${condition}) as matches
      from (${scanAnswers(filter, input, window)}) as ${answers}
      ${readsQuestion(compared) ? sql`join ${questions} on ${questions.id} = ${answers.questionId}` : sql``}`,
  })
}

function scanAnswers(filter: PostFilter, { status }: AnswerSelection, window: number): SQL {
  const { postId, questionId, userId, tag, matches, query } = filter
  const scan = (where: SQL, order = sql`${answers.id} desc`) =>
    sql`(select ${answerColumns} from ${answers} where ${where} order by ${order} limit ${window})`
  if (postId !== null) return scan(sql`${answers.id} = ${postId}`)
  if (questionId !== null) return scan(sql`${answers.questionId} = ${questionId}`)
  // `offset 0`: the order must not be read from the primary key, which has the answers of all questions.
  if (matches !== null && status === 'normal')
    return sql`${scan(sql`${answers.id} = any(${idArray(matches.answerIds)})`)}
      union (select * from (
        select ${answerColumns} from ${answers} where ${answers.questionId} = any(${idArray(matches.questionIds)}) offset 0
      ) as ${answers} order by ${answers.id} desc limit ${window})`
  if (userId !== null)
    return scan(
      sql`${answers.userId} = ${userId} and ${isInTime(answers.createdAt, filter)}`,
      sql`${answers.createdAt} desc, ${answers.id} desc`,
    )
  if (status === 'normal' && tag !== null)
    return sql`select ${answers}.* from ${taggedWith(filter, tag.id, window)} cross join lateral (
        select ${answerColumns} from ${answers} where ${answers.questionId} = tagged.question_id offset 0
      ) as ${answers} limit ${window}`
  const newest = scan(sql`${answers.status} = ${literal(status)}`)
  return status === 'normal' && query.before !== null
    ? sql`${newest} union ${publicAnswers(filter, window)}`
    : newest
}

/** No index has the date of all answers, but the search has that of the public ones, among as many questions. */
function publicAnswers(filter: PostFilter, window: number): SQL {
  const { objectId, createdAt, type } = searchDocuments
  return sql`(select ${answers}.* from (
      select ${objectId}, ${type} from ${searchDocuments} where ${isInTime(createdAt, filter)}
      order by ${createdAt} desc, ${objectId} desc limit ${2 * window}
    ) as documents cross join lateral (
      select ${answerColumns} from ${answers} where ${answers.id} = documents.object_id offset 0
    ) as ${answers} where documents.type = 'answer')`
}

function windowOf({ offset, limit, window = defaultWindow }: Range, isPlain: boolean) {
  return isPlain ? offset + Math.max(limit, countLookahead) : window
}

type Scan = { scanned: SQL; window: number; isPlain: boolean; isSearchCapped: boolean }

async function readSelection(
  { db }: Context,
  { offset, limit }: Range,
  { scanned, window, isPlain, isSearchCapped }: Scan,
): Promise<Selection> {
  const { rows } = await db.execute<{ scanned: number; count: number; ids: string[] }>(sql`
    with scanned as materialized (${scanned}), page as (
      select id, row_number() over (order by key desc, id desc) as row_no
      from scanned where matches order by row_no limit ${limit} offset ${offset}
    )
    select (select count(*)::int from scanned) as "scanned",
      (select count(*)::int from scanned where matches) as "count",
      (select coalesce(json_agg(id::text order by row_no), '[]') from page) as "ids"`)
  const row = rows[0] ?? { scanned: 0, count: 0, ids: [] }
  const isCapped = !isPlain && (row.scanned >= window || isSearchCapped)
  return { ids: row.ids, count: row.count, isCapped }
}
