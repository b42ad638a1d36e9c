import { and, asc, eq, gt, gte, isNull, lt, sql } from 'drizzle-orm'
import type { Context } from '../../kernel/context.ts'
import type { Db } from '../../kernel/database.ts'
import { questions } from '../posts/posts.table.ts'
import { tags } from '../posts/tags.table.ts'
import { isListed } from '../posts/posts.visibility.ts'

/** The most addresses one map may have, by the protocol. */
const perMap = 50_000
/** How many rows are in memory at a time. */
const perBatch = 5_000

/**
 * The id each map of questions begins with. Finding them reads every listed question, so they are kept for a
 * while; what is asked or deleted meanwhile is right in the maps all the same.
 */
export async function listFirstIds(ctx: Context): Promise<string[]> {
  return await ctx.cache.getOrSet('sitemap:first-ids', { ttlSeconds: 600 }, async () => {
    const numbered = ctx.db
      .select({
        id: questions.id,
        place: sql<number>`row_number() over (order by ${questions.id})`.as('place'),
      })
      .from(questions)
      .where(isListed())
      .as('numbered')
    const rows = await ctx.db
      .select({ id: numbered.id })
      .from(numbered)
      .where(sql`(${numbered.place} - 1) % ${perMap} = 0`)
      .orderBy(asc(numbered.id))
    return rows.map(({ id }) => id)
  })
}

type QuestionPlace = { id: string; slug: string; changedAt: Date }

type Range = { first: string; next: string | undefined }

/** The listed questions from one id to before another, or to as many as a map may have. */
export async function* readQuestions(db: Db, range: Range): AsyncGenerator<QuestionPlace[]> {
  let after = String(BigInt(range.first) - 1n)
  for (let left = perMap; left > 0; left -= perBatch) {
    const rows = await batchQuery(db, range, after)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < perBatch) return
    after = last.id
  }
}

export function batchQuery(db: Db, { next }: Range, after: string) {
  const isBefore = next === undefined ? undefined : lt(questions.id, next)
  return db
    .select({ id: questions.id, slug: questions.slug, changedAt: questions.activeAt })
    .from(questions)
    .where(and(isListed(), gt(questions.id, after), isBefore))
    .orderBy(asc(questions.id))
    .limit(perBatch)
}

type TagPlace = { id: string; slugName: string; changedAt: Date }

/** The tags that some listed question has. */
export async function* readTags(db: Db): AsyncGenerator<TagPlace[]> {
  let after = '0'
  for (let left = perMap; left > 0; left -= perBatch) {
    const rows = await db
      .select({
        id: tags.id,
        slugName: tags.slugName,
        changedAt: sql<Date>`coalesce(${tags.editedAt}, ${tags.createdAt})`.mapWith(tags.createdAt),
      })
      .from(tags)
      .where(
        and(
          eq(tags.isDeleted, false),
          isNull(tags.mainTagId),
          gte(tags.questionCount, 1),
          gt(tags.id, after),
        ),
      )
      .orderBy(asc(tags.id))
      .limit(perBatch)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < perBatch) return
    after = last.id
  }
}
