import { and, eq, sql } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import { transact } from '../../../kernel/transact.ts'
import { pluginPackages, plugins } from '../../../schema/plugins.ts'
import { searchChanges, searchPlugins } from '../../../schema/search.ts'
import { siteCaller } from './plugin-caller.ts'
import { readChanges } from './plugin-documents.queries.ts'
import { findSearchPlugin, readIndexes } from './plugin-search.ts'
import { listIdsAfter } from './post-ids.queries.ts'

const batchSize = 200
/** A build without progress for this long is taken up again. */
const stalledMs = 10 * 60_000

/**
 * Follows what is installed. A plugin that was enabled, updated or configured gets a new index, because the old one may be
 * elsewhere or of another kind.
 */
export async function followSearchPlugin(tx: Tx, { slug }: { slug: string }) {
  const [row] = await tx
    .select({
      isEnabled: plugins.enabled,
      isSearch: sql<boolean>`${pluginPackages.manifest} #> '{server,search}' is not null`,
    })
    .from(plugins)
    .innerJoin(
      pluginPackages,
      and(eq(pluginPackages.slug, plugins.slug), eq(pluginPackages.version, plugins.version)),
    )
    .where(eq(plugins.slug, slug))
  if (row?.isEnabled === true && row.isSearch) return await startRebuild(tx, slug)
  const removed = await tx
    .delete(searchPlugins)
    .where(eq(searchPlugins.slug, slug))
    .returning({ slug: searchPlugins.slug })
  if (removed.length > 0) await tx.delete(searchChanges)
}

/** The current index is searched until the new one is complete. */
export async function startRebuild(tx: Tx, slug: string) {
  const start = { building: sql`nextval('search_versions')`, lastId: '0', progressAt: tx.now }
  const [row] = await tx
    .insert(searchPlugins)
    .values({ slug, ...start })
    .onConflictDoUpdate({ target: searchPlugins.slug, set: start })
    .returning({ generation: searchPlugins.building })
  if (typeof row?.generation === 'number')
    await tx.emit('search.rebuild_due', { generation: row.generation })
}

/** Of the enabled plugin, if there is one. */
export async function rebuildPluginIndex(ctx: Context) {
  await transact(ctx, async (tx) => {
    const indexes = await readIndexes(tx)
    if (indexes !== null) await startRebuild(tx, indexes.slug)
  })
}

/**
 * Fills the new index while all changes go to both, so it is complete when it replaces the old one. The position is saved, so an
 * interrupted build continues.
 */
export async function buildIndex(ctx: Context, { generation }: { generation: number }) {
  const indexes = await readIndexes(ctx.primary)
  if (indexes?.building !== generation) return
  const { slug } = indexes
  // This process may not know yet that it was enabled.
  if (findSearchPlugin(ctx.plugins)?.slug !== slug) await ctx.plugins.reload()
  if (findSearchPlugin(ctx.plugins)?.slug !== slug) return
  const caller = siteCaller(ctx)
  await ctx.plugins.call(slug, 'startIndex', { generation }, caller)
  for (let { lastId } = indexes; ;) {
    // Before the posts are read: a change that is committed later has a higher version.
    const version = await nextVersion(ctx)
    const ids = await listIdsAfter(ctx.primary, lastId, batchSize)
    lastId = ids.at(-1) ?? lastId
    if (ids.length === 0) break
    const changed = ids.map((id) => ({ id, version }))
    for await (const { put } of readChanges(ctx.primary, changed))
      await ctx.plugins.call(
        slug,
        'changeIndex',
        { generations: [generation], put, remove: [] },
        caller,
      )
    if (!(await saveProgress(ctx, generation, lastId))) return
  }
  await ctx.plugins.call(slug, 'finishIndex', { generation }, caller)
  await ctx.autocommit
    .update(searchPlugins)
    .set({ generation, building: null, progressAt: ctx.clock.now() })
    .where(eq(searchPlugins.building, generation))
  ctx.log.info({ plugin: slug, generation }, 'search index rebuilt')
}

async function nextVersion({ autocommit }: Context) {
  const { rows } = await autocommit.execute<{ version: string }>(
    sql`select nextval('search_versions')::text as version`,
  )
  return Number(rows[0]?.version)
}

/** False if another build has started. Two processes may build the same index: each saves only what is complete. */
async function saveProgress({ autocommit, clock }: Context, generation: number, lastId: string) {
  const rows = await autocommit
    .update(searchPlugins)
    .set({
      lastId: sql`greatest(${searchPlugins.lastId}, ${lastId}::bigint)`,
      progressAt: clock.now(),
    })
    .where(eq(searchPlugins.building, generation))
    .returning({ slug: searchPlugins.slug })
  return rows.length > 0
}

/** Continues a build whose job was given up. */
export async function continueStalledBuild(ctx: Context) {
  if (findSearchPlugin(ctx.plugins) === null) return
  await transact(ctx, async (tx) => {
    const indexes = await readIndexes(tx)
    if (indexes === null || indexes.building === null) return
    if (tx.now.getTime() - indexes.progressAt.getTime() < stalledMs) return
    await tx.update(searchPlugins).set({ progressAt: tx.now })
    await tx.emit('search.rebuild_due', { generation: indexes.building })
  })
}
