import { and, asc, eq, gt, gte, isNull, lt, sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import type { ReadDb } from '../../../kernel/database.ts'
import { questions } from '../../../schema/posts.ts'
import { tags } from '../../../schema/tags.ts'
import { isListed } from '../../content/shared/posts.visibility.ts'

/** The sitemap protocol's maximum per file. */
const maxUrlsPerFile = 50_000
/** Rows in memory at a time. */
const batchSize = 5_000

/**
 * The first id of each question sitemap. Computing them reads every listed question, so they are cached; the
 * files themselves are always current.
 */
export async function listFirstIds(ctx: Context): Promise<string[]> {
  return await ctx.cache.getOrSet('sitemap:first-ids', { ttlSeconds: 600 }, async () => {
    const numbered = ctx.db
      .select({
        id: questions.id,
        row: sql<number>`row_number() over (order by ${questions.id})`.as('row'),
      })
      .from(questions)
      .where(isListed())
      .as('numbered')
    const rows = await ctx.db
      .select({ id: numbered.id })
      .from(numbered)
      .where(sql`(${numbered.row} - 1) % ${maxUrlsPerFile} = 0`)
      .orderBy(asc(numbered.id))
    return rows.map(({ id }) => id)
  })
}

type QuestionEntry = { id: string; slug: string; changedAt: Date }

type Range = { first: string; next: string | undefined }

/** Listed questions of the range, at most one file's worth. */
export async function* readQuestions(db: ReadDb, range: Range): AsyncGenerator<QuestionEntry[]> {
  let after = String(BigInt(range.first) - 1n)
  for (let remaining = maxUrlsPerFile; remaining > 0; remaining -= batchSize) {
    const rows = await batchQuery(db, range, after)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < batchSize) return
    after = last.id
  }
}

export function batchQuery(db: ReadDb, { next }: Range, after: string) {
  const isBefore = next === undefined ? undefined : lt(questions.id, next)
  return db
    .select({ id: questions.id, slug: questions.slug, changedAt: questions.activeAt })
    .from(questions)
    .where(and(isListed(), gt(questions.id, after), isBefore))
    .orderBy(asc(questions.id))
    .limit(batchSize)
}

type TagEntry = { id: string; slugName: string; changedAt: Date }

/** Tags with at least one listed question. */
export async function* readTags(db: ReadDb): AsyncGenerator<TagEntry[]> {
  let after = '0'
  for (let remaining = maxUrlsPerFile; remaining > 0; remaining -= batchSize) {
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
      .limit(batchSize)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < batchSize) return
    after = last.id
  }
}
