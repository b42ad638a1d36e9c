import type { QuestionItem, QuestionOrder } from '@stoa/contract/features/questions'
import type { Page } from '@stoa/contract/paging'
import { and, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { toUnix } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/database.ts'
import { findTagId } from '../tags/tags.queries.ts'
import { toUserBasic } from '../users/users.queries.ts'
import { users } from '../users/users.table.ts'
import { questionColumns, questionViewOf, toQuestionBase } from './questions.queries.ts'
import { questions, questionTags } from './questions.table.ts'
import { isListed, isUnanswered } from './questions.visibility.ts'

export type QuestionFilter = {
  order: QuestionOrder
  tag?: string | undefined
  in_days?: number | undefined
}

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
  const tagId = filter.tag === undefined ? undefined : await findTagId(ctx.db, filter.tag)
  if (tagId === null) return { count: 0, list: [] }
  const where = listingConditions(ctx.clock.now(), filter, tagId)
  const count = await countOf(ctx, filter, where)
  const offset = (paging.page - 1) * paging.page_size
  const list =
    offset >= count ? [] : await readPage(ctx, filter.order, where, { ...paging, offset })
  return { count, list }
}

export function listingConditions(now: Date, filter: QuestionFilter, tagId: string | undefined) {
  const parts: (SQL | undefined)[] = [filter.order === 'unanswered' ? isUnanswered() : isListed()]
  if (filter.in_days !== undefined) {
    const since = new Date(now.getTime() - filter.in_days * 86_400_000)
    parts.push(gt(questions.createdAt, since))
  }
  if (tagId !== undefined) {
    parts.push(
      sql`exists (select 1 from ${questionTags} where ${questionTags.questionId} = ${questions.id} and ${questionTags.tagId} = ${tagId})`,
    )
  }
  return and(...parts)
}

async function countOf(ctx: Context, filter: QuestionFilter, where: SQL | undefined) {
  const kind = filter.order === 'unanswered' ? 'unanswered' : 'all'
  const key = `questions:count:${kind}:${filter.tag ?? ''}:${filter.in_days ?? ''}`
  return await ctx.cache.getOrSet(key, { ttlSeconds: 60, tags: ['questions:count'] }, async () => {
    const some = ctx.db
      .select({ one: sql`1`.as('one') })
      .from(questions)
      .where(where)
      .limit(countLimit)
      .as('some')
    const [row] = await ctx.db.select({ count: sql<number>`count(*)::int` }).from(some)
    return row?.count ?? 0
  })
}

async function readPage(
  ctx: Context,
  order: QuestionOrder,
  where: SQL | undefined,
  range: { page_size: number; offset: number },
): Promise<QuestionItem[]> {
  const rows = await pageQuery(ctx.db, order, where, range)
  const view = questionViewOf(ctx.settings)
  return rows.map((row) => ({
    ...toQuestionBase(row, view),
    created_at: toUnix(row.createdAt),
    operated_at: toUnix(order === 'active' ? row.activeAt : row.createdAt),
    operation_type: 'asked' as const,
    operator: toUserBasic(row.user),
  }))
}

/** Finds the ids from the index alone, then reads only the rows that are shown. */
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
    .select(questionColumns)
    .from(questions)
    .innerJoin(users, eq(users.id, questions.userId))
    .where(inArray(questions.id, ids))
    .orderBy(...sorted)
}
