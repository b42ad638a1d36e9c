import { sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { transact } from '../../../kernel/transact.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { listIdsAfter } from './post-ids.queries.ts'
import { rebuildPluginIndex } from './plugin-rebuild.actions.ts'
import { indexPosts } from './search.documents.ts'
import { postgresSearch } from './search.postgres.ts'
import { searchRebuild } from '../../../schema/search.ts'

const batchSize = 200

/** False stops the rebuild, which keeps its position. */
type OnProgress = (done: number) => void | Promise<boolean>

/**
 * Reindexes all posts in batches, while the site is in use. Documents are replaced one by one, so that search finds all
 * posts meanwhile. Saves its position, so that an interrupted rebuild resumes. Then a job rebuilds the index of the search plugin.
 */
export async function rebuildSearch(ctx: Context, onProgress: OnProgress, limit = batchSize) {
  let done = 0
  for (let lastId = await readPosition(ctx); ;) {
    const ids = await listIdsAfter(ctx.db, lastId, limit)
    lastId = ids.at(-1) ?? lastId
    if (ids.length === 0) break
    await indexPosts(ctx, ids, { isForPlugin: false })
    await savePosition(ctx, lastId)
    done += ids.length
    if ((await onProgress(done)) === false) return done
  }
  await savePosition(ctx, null)
  await rebuildPluginIndex(ctx)
  return done
}

/** How many posts a rebuild goes through. */
export async function countPosts(ctx: Context): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: number }>(sql`
    select (select count(*) from ${questions})::int + (select count(*) from ${answers})::int as count`)
  return rows[0]?.count ?? 0
}

/** Indexes the current state at once, for posts whose documents would otherwise be deleted with them. */
export async function refreshInSearch(ctx: Context, ids: readonly string[]) {
  await postgresSearch(ctx).index(ids)
}

/** For posts that are about to be deleted for good. */
export async function removeFromSearch(ctx: Context, ids: readonly string[]) {
  await postgresSearch(ctx).remove(ids)
}

async function readPosition(ctx: Context) {
  const [row] = await ctx.db.select().from(searchRebuild)
  return row?.lastId ?? '0'
}

async function savePosition(ctx: Context, lastId: string | null) {
  await transact(ctx, async (tx) => {
    await tx.delete(searchRebuild)
    if (lastId !== null) await tx.insert(searchRebuild).values({ lastId })
  })
}
