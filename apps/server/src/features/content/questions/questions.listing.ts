import type { CacheOptions } from '../../../kernel/services.ts'
import type { QuestionItem, QuestionOrder } from '@stoa/contract/features/questions'
import { limits, questionWindows } from '@stoa/contract/limits'
import type { Page } from '@stoa/contract/paging'
import { and, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'
import { toUnix } from '../../../kernel/clock.ts'
import type { Context } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { prepared } from '../../../kernel/prepared.ts'
import { findMainTag } from '../tags/tags.queries.ts'
import { findUserId } from '../../people/users/users.queries.ts'
import {
  idsQuery,
  isTagged,
  isTaggedUnordered,
  type ListedTag,
  pageQuery,
  type PageRow,
  type QuestionList,
  findRange,
  listSegmentStarts,
} from './questions.pages.ts'
import { type QuestionView, questionViewOf, toQuestionItem } from './questions.queries.ts'
import { questions } from '../../../schema/posts.ts'
import {
  isListed,
  isListedAndLinksTo,
  isListedAndOpen,
  isUnanswered,
} from '../shared/posts.visibility.ts'

export type QuestionFilter = {
  order: QuestionOrder
  tag?: string | undefined
  in_days?: number | undefined
  username?: string | undefined
  only?: 'discussed' | undefined
  /** Id of a question that the listed ones link to. */
  linkedTo?: string | undefined
}

/** The ids of the names in a filter. */
type ResolvedFilter = { tag?: ListedTag | undefined; userId?: string | undefined }

/** Counting stops here; the UI then shows "more than". */
const countLimit = 100_000
const cachePolicy: CacheOptions = { ttlSeconds: 60, invalidatedBy: ['questions:count'] }

export async function listQuestions(
  ctx: Context,
  requested: QuestionFilter,
  paging: { page: number; page_size: number },
): Promise<Page<QuestionItem>> {
  const filter = { ...requested, in_days: roundUpWindow(requested.in_days) }
  const resolved = await resolveFilter(ctx.db, filter)
  if (resolved === null) return { count: 0, list: [] }
  const where = listingConditions(ctx.clock.now(), filter, resolved)
  const count = await countQuestions(ctx, filter, resolved)
  const offset = (paging.page - 1) * paging.page_size
  if (offset >= count) return { count, list: [] }
  const { order, tag, in_days, username, only, linkedTo } = filter
  const isSmall = in_days !== undefined && count <= maxSortedRecent
  const list = { order, where, tag: resolved.tag, isSmall }
  const key = `questions:starts:${cacheKeyOf(filter, resolved)}`
  const range = await findRange(offset, () =>
    ctx.cache.getOrSet(key, cachePolicy, () => listSegmentStarts(ctx.db, list, countLimit)),
  )
  const { page_size } = paging
  const isUnfiltered = [tag, in_days, username, only, linkedTo].every((part) => part === undefined)
  const rows =
    isUnfiltered && range.start === null
      ? await readUnfiltered(ctx.db, { offset, page_size }, null, order)
      : await pageQuery(ctx.db, await narrowToFirstPage(ctx, list, { filter, resolved, offset }), {
          ...range,
          page_size,
        })
  return { count, list: rows.map((row) => toItem(row, order, questionViewOf(ctx.settings))) }
}

/** Rounds up to one of few windows, so that each is counted once a minute at most. */
function roundUpWindow(days: number | undefined) {
  return days === undefined ? undefined : questionWindows.find((window) => days <= window)
}

/** By id, because a tag or user can be named in several ways. */
function cacheKeyOf(filter: QuestionFilter, { tag, userId }: ResolvedFilter) {
  const { order, in_days, only, linkedTo } = filter
  return JSON.stringify([order, tag?.id, in_days, userId, only, linkedTo])
}

/** Up to this many recent questions are all read and sorted. */
const maxSortedRecent = 20_000

type FirstPage = { filter: QuestionFilter; resolved: ResolvedFilter; offset: number }

/** The hot recent questions are shown beside many lists, so the ids of the first page are cached. */
async function narrowToFirstPage(
  ctx: Context,
  list: QuestionList,
  { filter, resolved, offset }: FirstPage,
) {
  const { order, in_days, linkedTo } = filter
  // Other orders, and links, change with every post.
  const isCacheable = order === 'hot' && in_days !== undefined && linkedTo === undefined
  if (!isCacheable || offset > 0) return list
  const key = `questions:first:${cacheKeyOf(filter, resolved)}`
  const page_size = limits.pageSize.max
  const ids = await ctx.cache.getOrSet(key, cachePolicy, async () => {
    // As text: PostgreSQL and PGlite return bigints differently.
    const firstPage = await ctx.db.execute<{ id: string }>(
      sql`select id::text from (${idsQuery(list, { start: null, offset, page_size })}) as first_page`,
    )
    return firstPage.rows.map(({ id }) => id)
  })
  return { order, where: and(list.where, inArray(questions.id, ids)), isSmall: true }
}

/** Prepared, because most requests are for the first pages of all questions. */
const readUnfiltered = prepared(
  (db: ReadDb, range: { offset: number; page_size: number }, _actor, order: QuestionOrder) => {
    const where = order === 'unanswered' ? isUnanswered() : isListed()
    return pageQuery(db, { order, where }, { ...range, start: null })
  },
)

/** Null when the filter names an unknown tag or user. */
async function resolveFilter(db: ReadDb, filter: QuestionFilter): Promise<ResolvedFilter | null> {
  const tag = filter.tag === undefined ? undefined : await findMainTag(db, filter.tag)
  if (tag === null) return null
  // Without an actor: the list and its counts are cached for all readers.
  const userId =
    filter.username === undefined ? undefined : await findUserId(db, filter.username, null)
  return userId === null ? null : { tag, userId }
}

const isDiscussed = and(isListedAndOpen(), or(gt(questions.score, 0), gt(questions.answerCount, 0)))

export function listingConditions(
  now: Date,
  filter: QuestionFilter,
  resolved: ResolvedFilter,
  hasTag = isTagged,
) {
  const parts: (SQL | undefined)[] = [filter.order === 'unanswered' ? isUnanswered() : isListed()]
  if (filter.in_days !== undefined) {
    const since = new Date(now.getTime() - filter.in_days * 86_400_000)
    parts.push(gt(questions.createdAt, since))
  }
  if (filter.only === 'discussed') parts.push(isDiscussed)
  if (resolved.tag !== undefined) parts.push(hasTag(resolved.tag))
  if (resolved.userId !== undefined) parts.push(eq(questions.userId, resolved.userId))
  if (filter.linkedTo !== undefined) parts.push(isListedAndLinksTo(filter.linkedTo))
  return and(...parts)
}

export function countingConditions(now: Date, filter: QuestionFilter, resolved: ResolvedFilter) {
  return listingConditions(now, filter, resolved, isTaggedUnordered)
}

async function countQuestions(ctx: Context, filter: QuestionFilter, resolved: ResolvedFilter) {
  const where = countingConditions(ctx.clock.now(), filter, resolved)
  if (filter.linkedTo !== undefined) return await countLinking(ctx.db, filter, where)
  const kind = filter.order === 'unanswered' ? 'unanswered' : 'all'
  const { in_days, only } = filter
  // The tag's counter has this number already.
  if (
    resolved.tag !== undefined &&
    kind === 'all' &&
    in_days === undefined &&
    only === undefined &&
    resolved.userId === undefined
  )
    return Math.min(resolved.tag.questionCount, countLimit)
  const key = `questions:count:${JSON.stringify([kind, resolved.tag?.id, in_days, resolved.userId, only])}`
  return await ctx.cache.getOrSet(key, cachePolicy, () => countUpTo(ctx.db, where))
}

/** Not cached, because every answer can change links. The total is a column of the question. */
async function countLinking(db: ReadDb, filter: QuestionFilter, where: SQL | undefined) {
  if (filter.in_days !== undefined || filter.order === 'unanswered')
    return await countUpTo(db, where)
  const [row] = await db
    .select({ count: questions.linkedCount })
    .from(questions)
    .where(eq(questions.id, filter.linkedTo ?? '0'))
  return row?.count ?? 0
}

async function countUpTo(db: ReadDb, where: SQL | undefined) {
  const [row] = await countQuery(db, where)
  return row?.count ?? 0
}

export function countQuery(db: ReadDb, where: SQL | undefined) {
  const limited = db
    .select({ one: sql`1`.as('one') })
    .from(questions)
    .where(where)
    .limit(countLimit)
    .as('limited')
  return db.select({ count: sql<number>`count(*)::int` }).from(limited)
}

function toItem(row: PageRow, order: QuestionOrder, view: QuestionView): QuestionItem {
  const isActive = order === 'active'
  return {
    ...toQuestionItem(row, view),
    ...(isActive ? { operated_at: toUnix(row.activeAt), operation_type: row.activeKind } : {}),
  }
}
