import { sql } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { idArray } from '../../../kernel/id-array.ts'
import { transact } from '../../../kernel/transact.ts'
import { searchChanges } from '../../../schema/search.ts'
import { type ChangedPost, readChanges } from './plugin-documents.queries.ts'
import { siteCaller } from './plugin-caller.ts'
import { startRebuild } from './plugin-rebuild.actions.ts'
import { callUnlessPaused, findSearchPlugin, readIndexes } from './plugin-search.ts'

const batchSize = 100
/** Longer than all calls for a batch take. */
const claimSeconds = 120

/** Sends queued changes to the search plugin until none are left. What it does not take stays in the queue. */
export async function sendChanges(ctx: Context) {
  const plugin = findSearchPlugin(ctx.plugins)
  if (plugin === null) return
  for (;;) {
    const claimed = await claimChanges(ctx)
    if (claimed.length === 0) return
    const isTaken = await sendBatch(ctx, plugin.slug, claimed)
    await (isTaken ? deleteChanges(ctx, claimed) : releaseChanges(ctx, claimed))
    if (!isTaken) return
  }
}

/** Oldest first. Concurrent calls claim different posts. */
async function claimChanges({ autocommit, clock }: Context): Promise<ChangedPost[]> {
  const now = clock.now().toISOString()
  const { rows } = await autocommit.execute<{ id: string; version: string }>(sql`
    update ${searchChanges} set claimed_until = ${now}::timestamptz + make_interval(secs => ${claimSeconds})
    where object_id in (
      select object_id from ${searchChanges}
      where claimed_until is null or claimed_until < ${now}::timestamptz
      order by version limit ${batchSize} for update skip locked
    ) returning object_id::text as id, version::text as version`)
  return rows.map(({ id, version }) => ({ id, version: Number(version) }))
}

async function sendBatch(ctx: Context, slug: string, claimed: readonly ChangedPost[]) {
  const indexes = await readIndexes(ctx.primary)
  if (indexes === null) return true
  const generations = [indexes.generation, indexes.building].filter((one) => one !== null)
  for await (const changes of readChanges(ctx.primary, claimed)) {
    const result = await callUnlessPaused(ctx, ctx.searchPauses.change, () =>
      ctx.plugins.call(slug, 'changeIndex', { generations, ...changes }, siteCaller(ctx)),
    )
    if (result === null) return false
    if (result.missing.length > 0) await rebuildMissing(ctx, result.missing)
  }
  return true
}

/** Somebody deleted the index. Not the previous one, which a complete rebuild deletes itself. */
async function rebuildMissing(ctx: Context, missing: readonly number[]) {
  await transact(ctx, async (tx) => {
    const indexes = await readIndexes(tx)
    const current = indexes?.building ?? indexes?.generation ?? null
    if (indexes !== null && current !== null && missing.includes(current))
      await startRebuild(tx, indexes.slug)
  })
}

/** A post that changed meanwhile has another version, and stays. */
async function deleteChanges({ autocommit }: Context, sent: readonly ChangedPost[]) {
  await autocommit.execute(sql`
    delete from ${searchChanges} using ${unnest(sent)}
    where object_id = sent.id and ${searchChanges.version} = sent.version`)
}

async function releaseChanges({ autocommit }: Context, claimed: readonly ChangedPost[]) {
  await autocommit.execute(sql`
    update ${searchChanges} set claimed_until = null from ${unnest(claimed)}
    where object_id = sent.id and ${searchChanges.version} = sent.version`)
}

function unnest(changes: readonly ChangedPost[]) {
  const ids = idArray(changes.map(({ id }) => id))
  const versions = idArray(changes.map(({ version }) => String(version)))
  return sql`unnest(${ids}, ${versions}) as sent (id, version)`
}
