import type { QuestionOrder } from '@stoa/contract/features/questions'
import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/database.ts'
import { questions, questionTags } from '../posts/posts.table.ts'
import { users } from '../users/users.table.ts'
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
  /** So few that all are read and sorted, where that is known. */
  isFew?: boolean
}

/** What a question is sorted by, as text: where a stretch of a list begins. */
type Start = { isPinned: boolean; value: string; id: string }

/** A part of a list: so many after its start, or after the first of all. */
export type Range = { start: Start | null; offset: number }

/** The questions of a tag with no more than these are all read and sorted. */
const fewTagged = 400
/** Of a tag with more than these, so many of the first in any order have it that each is asked. */
const manyTagged = 10_000

/** In between, all ids are read from the index of the tag, and the index of the order is walked with them in hand. */
export function isTagged(tag: ListedTag): SQL {
  const { id, questionCount } = tag
  if (questionCount > manyTagged)
    return sql`exists (${taggedWith(id)} and ${questionTags.questionId} = ${questions.id})`
  return questionCount > fewTagged
    ? sql`(${isTaggedInAnyOrder(tag)}) is true`
    : isTaggedInAnyOrder(tag)
}

/** Where no order is asked for, the planner may begin with the tag: walking an index of the whole site is for pages. */
export function isTaggedInAnyOrder({ id }: ListedTag): SQL {
  return sql`${questions.id} in (${taggedWith(id)})`
}

function taggedWith(id: string): SQL {
  return sql`select ${questionTags.questionId} from ${questionTags} where ${questionTags.tagId} = ${id}`
}

/** Finds the ids from the index alone, then reads only the rows that are shown, with whoever acted on each. */
export function pageQuery(db: Db, list: QuestionList, range: Range & { page_size: number }) {
  const { order } = list
  return db
    .select({ ...questionColumns, activeKind: questions.activeKind })
    .from(questions)
    .innerJoin(users, eq(users.id, order === 'active' ? questions.activeBy : questions.userId))
    .where(sql`${questions.id} in (${idsQuery(list, range)})`)
    .orderBy(inOrder(order))
}

export function idsQuery(list: QuestionList, range: Range & { page_size: number }): SQL {
  const { order } = list
  return sql`select ${questions.id} from ${sourceOf(list)} ${after(order, range.start)}
    order by ${inOrder(order)} limit ${range.page_size} offset ${range.offset}`
}

export type PageRow = Awaited<ReturnType<typeof pageQuery>>[number]

const sortedBy = (order: QuestionOrder) => [questions.isPinned, sortColumn[order], questions.id]

function inOrder(order: QuestionOrder): SQL {
  return sql.join(sortedBy(order).map(desc), sql`, `)
}

/** What is to be sorted. Few are read before: an index of the order would be walked in search of them. */
function sourceOf({ where, tag, isFew: isKnownFew = false }: QuestionList): SQL {
  const found = sql`${questions} where ${where ?? sql`true`}`
  const isFew = isKnownFew || (tag !== undefined && tag.questionCount <= fewTagged)
  return isFew ? sql`(select * from ${found} offset 0) as ${questions} where true` : found
}

function after(order: QuestionOrder, start: Start | null): SQL {
  if (start === null) return sql``
  const type = sql.raw(sortColumn[order].getSQLType())
  return sql`and (${sql.join(sortedBy(order), sql`, `)}) <= (${start.isPinned}, ${start.value}::${type}, ${start.id}::bigint)`
}

/** A list is cut into stretches of that many: however far a page is down, no more are walked to reach it. */
const stretch = 1_000

/** Where a page begins, given where the second stretch and all others begin. */
export async function rangeOf(offset: number, starts: () => Promise<Start[]>): Promise<Range> {
  const place = Math.floor(offset / stretch)
  if (place === 0) return { start: null, offset }
  const known = await starts()
  // The list may have become shorter since it was counted.
  const start = known[Math.min(place, known.length) - 1]
  if (start === undefined) return { start: null, offset }
  return { start, offset: offset - Math.min(place, known.length) * stretch }
}

export async function readStarts(db: Db, list: QuestionList, most: number): Promise<Start[]> {
  const { order } = list
  const { rows } = await db.execute<Start>(sql`
    select is_pinned as "isPinned", value::text, id::text from (
      select ${questions.isPinned}, ${sortColumn[order]} as value, ${questions.id},
        row_number() over (order by ${inOrder(order)}) as place
      from ${sourceOf(list)} order by ${inOrder(order)} limit ${most}
    ) as listed where place > 1 and place % ${stretch} = 1 order by place`)
  return rows
}
