import type { QuestionItem, QuestionOrder } from '@stoa/contract/features/questions'
import type { Page } from '@stoa/contract/paging'
import { and, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { toUnix } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/database.ts'
import { findTagId } from '../tags/tags.queries.ts'
import { findUserId } from '../users/users.queries.ts'
import { users } from '../users/users.table.ts'
import { questionColumns, questionViewOf, toAskedItem } from './questions.queries.ts'
import { questions, questionTags } from '../posts/posts.table.ts'
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
type Found = { tagId?: string | undefined; userId?: string | undefined }

/** Counting stops here: past it a list says "more than". */
const countLimit = 100_000

const sortColumn = {
  newest: questions.createdAt,
  unanswered: questions.createdAt,
  active: questions.activeAt,
  hot: questions.hotScore,
  score: questions.score,
  frequent: questions.linkedCount,
} as const

/** A page of listed questions, pinned ones first. */
export async function listQuestions(
  ctx: Context,
  filter: QuestionFilter,
  paging: { page: number; page_size: number },
): Promise<Page<QuestionItem>> {
  const found = await findNamed(ctx.db, filter)
  if (found === null) return { count: 0, list: [] }
  const where = listingConditions(ctx.clock.now(), filter, found)
  const count = await countOf(ctx, filter, where)
  const offset = (paging.page - 1) * paging.page_size
  const list =
    offset >= count ? [] : await readPage(ctx, filter.order, where, { ...paging, offset })
  return { count, list }
}

/** Null when the filter names a tag or a person that does not exist. */
async function findNamed(db: Db, filter: QuestionFilter): Promise<Found | null> {
  const tagId = filter.tag === undefined ? undefined : await findTagId(db, filter.tag)
  if (tagId === null) return null
  const userId = filter.username === undefined ? undefined : await findUserId(db, filter.username)
  return userId === null ? null : { tagId, userId }
}

export function listingConditions(now: Date, filter: QuestionFilter, found: Found) {
  const parts: (SQL | undefined)[] = [filter.order === 'unanswered' ? isUnanswered() : isListed()]
  if (filter.in_days !== undefined) {
    const since = new Date(now.getTime() - filter.in_days * 86_400_000)
    parts.push(gt(questions.createdAt, since))
  }
  if (found.tagId !== undefined) {
    parts.push(
      sql`exists (select 1 from ${questionTags} where ${questionTags.questionId} = ${questions.id} and ${questionTags.tagId} = ${found.tagId})`,
    )
  }
  if (found.userId !== undefined) parts.push(eq(questions.userId, found.userId))
  if (filter.linkedTo !== undefined) parts.push(isListedAndLinksTo(filter.linkedTo))
  return and(...parts)
}

async function countOf(ctx: Context, filter: QuestionFilter, where: SQL | undefined) {
  if (filter.linkedTo !== undefined) return await countLinking(ctx.db, filter, where)
  const kind = filter.order === 'unanswered' ? 'unanswered' : 'all'
  const { tag = '', in_days = '', username = '' } = filter
  const key = `questions:count:${JSON.stringify([kind, tag, in_days, username])}`
  const kept = { ttlSeconds: 60, tags: ['questions:count'] }
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
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(questions)
    .where(where)
    .limit(countLimit)
    .as('some')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(some)
  return row?.count ?? 0
}

async function readPage(
  ctx: Context,
  order: QuestionOrder,
  where: SQL | undefined,
  range: { page_size: number; offset: number },
): Promise<QuestionItem[]> {
  const rows = await pageQuery(ctx.db, order, where, range)
  const view = questionViewOf(ctx.settings)
  const isActive = order === 'active'
  return rows.map((row) => ({
    ...toAskedItem(row, view),
    ...(isActive ? { operated_at: toUnix(row.activeAt), operation_type: row.activeKind } : {}),
  }))
}

/** Finds the ids from the index alone, then reads only the rows that are shown, with whoever acted on each. */
export function pageQuery(
  db: Db,
  order: QuestionOrder,
  where: SQL | undefined,
  range: { page_size: number; offset: number },
) {
  const sorted = [desc(questions.isPinned), desc(sortColumn[order]), desc(questions.id)] as const
  const ids = db
    .select({ id: questions.id })
    .from(questions)
    .where(where)
    .orderBy(...sorted)
    .limit(range.page_size)
    .offset(range.offset)
  return db
    .select({ ...questionColumns, activeKind: questions.activeKind })
    .from(questions)
    .innerJoin(users, eq(users.id, order === 'active' ? questions.activeBy : questions.userId))
    .where(inArray(questions.id, ids))
    .orderBy(...sorted)
}
