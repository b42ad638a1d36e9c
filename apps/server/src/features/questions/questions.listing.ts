import type { QuestionItem, QuestionOrder } from '@stoa/contract/features/questions'
import { limits, questionWindows } from '@stoa/contract/limits'
import type { Page } from '@stoa/contract/paging'
import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { toUnix } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/database.ts'
import { prepared } from '../../kernel/prepared.ts'
import { findMainTag } from '../tags/tags.queries.ts'
import { findUserId } from '../users/users.queries.ts'
import {
  idsQuery,
  isTagged,
  isTaggedInAnyOrder,
  type ListedTag,
  pageQuery,
  type PageRow,
  type QuestionList,
  rangeOf,
  readStarts,
} from './questions.pages.ts'
import { type QuestionView, questionViewOf, toAskedItem } from './questions.queries.ts'
import { questions } from '../posts/posts.table.ts'
import { isListed, isListedAndLinksTo, isUnanswered } from '../posts/posts.visibility.ts'

export type QuestionFilter = {
  order: QuestionOrder
  tag?: string | undefined
  in_days?: number | undefined
  username?: string | undefined
  /** Only those that link to this question. */
  linkedTo?: string | undefined
}

/** What the names in a filter stand for. */
type Found = { tag?: ListedTag | undefined; userId?: string | undefined }

/** Counting stops here: past it a list says "more than". */
const countLimit = 100_000
/** What is counted, and where its pages begin, is good for that long, or until questions come or go. */
const kept = { ttlSeconds: 60, tags: ['questions:count'] }

/** A page of listed questions, pinned ones first. */
export async function listQuestions(
  ctx: Context,
  asked: QuestionFilter,
  paging: { page: number; page_size: number },
): Promise<Page<QuestionItem>> {
  const filter = { ...asked, in_days: windowOf(asked.in_days) }
  const found = await findNamed(ctx.db, filter)
  if (found === null) return { count: 0, list: [] }
  const where = listingConditions(ctx.clock.now(), filter, found)
  const count = await countOf(ctx, filter, found)
  const offset = (paging.page - 1) * paging.page_size
  if (offset >= count) return { count, list: [] }
  const { order, tag, in_days, username, linkedTo } = filter
  const isFew = in_days !== undefined && count <= fewRecent
  const list = { order, where, tag: found.tag, isFew }
  const key = `questions:starts:${keyOf(filter, found)}`
  const range = await rangeOf(offset, () =>
    ctx.cache.getOrSet(key, kept, () => readStarts(ctx.db, list, countLimit)),
  )
  const { page_size } = paging
  const isWhole = [tag, in_days, username, linkedTo].every((part) => part === undefined)
  const rows =
    isWhole && range.start === null
      ? await readWhole(ctx.db, { offset, page_size }, null, order)
      : await pageQuery(ctx.db, await narrowed(ctx, list, { filter, found, offset }), {
          ...range,
          page_size,
        })
  return { count, list: rows.map((row) => toItem(row, order, questionViewOf(ctx.settings))) }
}

/** Few windows for all, so that each is counted and walked once a minute, whatever is asked for. */
function windowOf(days: number | undefined) {
  return days === undefined ? undefined : questionWindows.find((window) => days <= window)
}

/** By id: the same tag and user can be named in many ways. */
function keyOf({ order, in_days, linkedTo }: QuestionFilter, { tag, userId }: Found) {
  return JSON.stringify([order, tag?.id, in_days, userId, linkedTo])
}

/** What was asked lately, when it is no more than this, is all read and sorted. */
const fewRecent = 20_000

type First = { filter: QuestionFilter; found: Found; offset: number }

/** The hottest of what was asked lately stand beside many lists: which ones they are is found once for all of these. */
async function narrowed(ctx: Context, list: QuestionList, { filter, found, offset }: First) {
  const { order, in_days, linkedTo } = filter
  // Every other order, and what links, can change with any post.
  const isSlow = order === 'hot' && in_days !== undefined && linkedTo === undefined
  if (!isSlow || offset > 0) return list
  const key = `questions:first:${keyOf(filter, found)}`
  const page_size = limits.pageSize.max
  const ids = await ctx.cache.getOrSet(key, kept, async () => {
    // As text: the two engines give numbers of this size in different ways.
    const first = await ctx.db.execute<{ id: string }>(
      sql`select id::text from (${idsQuery(list, { start: null, offset, page_size })}) as first`,
    )
    return first.rows.map(({ id }) => id)
  })
  return { order, where: and(list.where, inArray(questions.id, ids)), isFew: true }
}

/** The list that most ask for: of all questions, not far down. */
const readWhole = prepared(
  (db: Db, range: { offset: number; page_size: number }, _who, order: QuestionOrder) => {
    const where = order === 'unanswered' ? isUnanswered() : isListed()
    return pageQuery(db, { order, where }, { ...range, start: null })
  },
)

/** Null when the filter names a tag or a person that does not exist. */
async function findNamed(db: Db, filter: QuestionFilter): Promise<Found | null> {
  const tag = filter.tag === undefined ? undefined : await findMainTag(db, filter.tag)
  if (tag === null) return null
  // The list and its counts are shared by all readers.
  const userId =
    filter.username === undefined ? undefined : await findUserId(db, filter.username, null)
  return userId === null ? null : { tag, userId }
}

export function listingConditions(
  now: Date,
  filter: QuestionFilter,
  found: Found,
  isOfTag = isTagged,
) {
  const parts: (SQL | undefined)[] = [filter.order === 'unanswered' ? isUnanswered() : isListed()]
  if (filter.in_days !== undefined) {
    const since = new Date(now.getTime() - filter.in_days * 86_400_000)
    parts.push(gt(questions.createdAt, since))
  }
  if (found.tag !== undefined) parts.push(isOfTag(found.tag))
  if (found.userId !== undefined) parts.push(eq(questions.userId, found.userId))
  if (filter.linkedTo !== undefined) parts.push(isListedAndLinksTo(filter.linkedTo))
  return and(...parts)
}

export function countingConditions(now: Date, filter: QuestionFilter, found: Found) {
  return listingConditions(now, filter, found, isTaggedInAnyOrder)
}

async function countOf(ctx: Context, filter: QuestionFilter, found: Found) {
  const where = countingConditions(ctx.clock.now(), filter, found)
  if (filter.linkedTo !== undefined) return await countLinking(ctx.db, filter, where)
  const kind = filter.order === 'unanswered' ? 'unanswered' : 'all'
  const { in_days } = filter
  // A tag counts its listed questions.
  if (
    found.tag !== undefined &&
    kind === 'all' &&
    in_days === undefined &&
    found.userId === undefined
  )
    return Math.min(found.tag.questionCount, countLimit)
  const key = `questions:count:${JSON.stringify([kind, found.tag?.id, in_days, found.userId])}`
  return await ctx.cache.getOrSet(key, kept, () => countUpTo(ctx.db, where))
}

/** Any answer can bring or take a link, so nothing is kept; but how many there are in all is counted already. */
async function countLinking(db: Db, filter: QuestionFilter, where: SQL | undefined) {
  if (filter.in_days !== undefined || filter.order === 'unanswered')
    return await countUpTo(db, where)
  const [row] = await db
    .select({ count: questions.linkedCount })
    .from(questions)
    .where(eq(questions.id, filter.linkedTo ?? '0'))
  return row?.count ?? 0
}

async function countUpTo(db: Db, where: SQL | undefined) {
  const [row] = await countQuery(db, where)
  return row?.count ?? 0
}

export function countQuery(db: Db, where: SQL | undefined) {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(questions)
    .where(where)
    .limit(countLimit)
    .as('some')
  return db.select({ count: sql<number>`count(*)::int` }).from(some)
}

function toItem(row: PageRow, order: QuestionOrder, view: QuestionView): QuestionItem {
  const isActive = order === 'active'
  return {
    ...toAskedItem(row, view),
    ...(isActive ? { operated_at: toUnix(row.activeAt), operation_type: row.activeKind } : {}),
  }
}
