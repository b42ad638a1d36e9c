import type { QuestionOrder } from '@stoa/contract/features/questions'
import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { ReadDb } from '../../../kernel/database.ts'
import { questions, questionTags } from '../../../schema/posts.ts'
import { users } from '../../../schema/users.ts'
import { questionColumns } from './questions.queries.ts'

const sortColumn = {
  newest: questions.createdAt,
  unanswered: questions.createdAt,
  active: questions.activeAt,
  hot: questions.hotScore,
  score: questions.score,
  frequent: questions.linkedCount,
} as const

export type ListedTag = { id: string; questionCount: number }

export type QuestionList = {
  order: QuestionOrder
  where: SQL | undefined
  tag?: ListedTag | undefined
  /** Known to be small enough to read and sort all rows. */
  isSmall?: boolean
}

/** Sort key (as text) of the first question of a segment. */
type SegmentStart = { isPinned: boolean; value: string; id: string }

/** An offset from a segment start, or from the start of the list. */
export type Range = { start: SegmentStart | null; offset: number }

/** Tags up to this size: all their questions are read and sorted. */
const maxSortedTagged = 400
/** Tags above this size are so frequent that the sort index is scanned and each question checked for the tag. */
const minScannedTagged = 10_000

/** For tags in between, the sort index is scanned with the ids of the tag in a hash table. */
export function isTagged(tag: ListedTag): SQL {
  const { id, questionCount } = tag
  if (questionCount > minScannedTagged)
    return sql`exists (${taggedWith(id)} and ${questionTags.questionId} = ${questions.id})`
  return questionCount > maxSortedTagged
    ? sql`(${isTaggedUnordered(tag)}) is true`
    : isTaggedUnordered(tag)
}

/** For counts: without an order the planner may start from the tag. */
export function isTaggedUnordered({ id }: ListedTag): SQL {
  return sql`${questions.id} in (${taggedWith(id)})`
}

function taggedWith(id: string): SQL {
  return sql`select ${questionTags.questionId} from ${questionTags} where ${questionTags.tagId} = ${id}`
}

/** Finds the ids with an index-only scan, then reads only the rows of the page. */
export function pageQuery(db: ReadDb, list: QuestionList, range: Range & { page_size: number }) {
  const { order } = list
  return db
    .select({ ...questionColumns, activeKind: questions.activeKind })
    .from(questions)
    .innerJoin(users, eq(users.id, order === 'active' ? questions.activeBy : questions.userId))
    .where(sql`${questions.id} in (${idsQuery(list, range)})`)
    .orderBy(orderByClause(order))
}

export function idsQuery(list: QuestionList, range: Range & { page_size: number }): SQL {
  const { order } = list
  return sql`select ${questions.id} from ${sourceOf(list)} ${startCondition(order, range.start)}
    order by ${orderByClause(order)} limit ${range.page_size} offset ${range.offset}`
}

export type PageRow = Awaited<ReturnType<typeof pageQuery>>[number]

const sortKeyOf = (order: QuestionOrder) => [questions.isPinned, sortColumn[order], questions.id]

function orderByClause(order: QuestionOrder): SQL {
  return sql.join(sortKeyOf(order).map(desc), sql`, `)
}

/** Small sets are materialized (`offset 0`), or the planner would scan the whole sort index for them. */
function sourceOf({ where, tag, isSmall: isKnownSmall = false }: QuestionList): SQL {
  const matching = sql`${questions} where ${where ?? sql`true`}`
  const isSmall = isKnownSmall || (tag !== undefined && tag.questionCount <= maxSortedTagged)
  return isSmall ? sql`(select * from ${matching} offset 0) as ${questions} where true` : matching
}

function startCondition(order: QuestionOrder, start: SegmentStart | null): SQL {
  if (start === null) return sql``
  const type = sql.raw(sortColumn[order].getSQLType())
  return sql`and (${sql.join(sortKeyOf(order), sql`, `)}) <= (${start.isPinned}, ${start.value}::${type}, ${start.id}::bigint)`
}

/** Lists are split into segments, so that a deep page skips at most this many rows. */
const segmentSize = 1_000

/** `loadStarts` returns the starts of all segments but the first. */
export async function findRange(
  offset: number,
  loadStarts: () => Promise<SegmentStart[]>,
): Promise<Range> {
  const segment = Math.floor(offset / segmentSize)
  if (segment === 0) return { start: null, offset }
  const starts = await loadStarts()
  // The list may be shorter than when it was counted.
  const start = starts[Math.min(segment, starts.length) - 1]
  if (start === undefined) return { start: null, offset }
  return { start, offset: offset - Math.min(segment, starts.length) * segmentSize }
}

export async function listSegmentStarts(
  db: ReadDb,
  list: QuestionList,
  maxRows: number,
): Promise<SegmentStart[]> {
  const { order } = list
  const { rows } = await db.execute<SegmentStart>(sql`
    select is_pinned as "isPinned", value::text, id::text from (
      select ${questions.isPinned}, ${sortColumn[order]} as value, ${questions.id},
        row_number() over (order by ${orderByClause(order)}) as row_number
      from ${sourceOf(list)} order by ${orderByClause(order)} limit ${maxRows}
    ) as listed where row_number > 1 and row_number % ${segmentSize} = 1 order by row_number`)
  return rows
}
