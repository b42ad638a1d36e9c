import { and, eq, inArray, isNull, lte, notExists, or, sql, type SQL } from 'drizzle-orm'
import type { Context, Tx } from '../../../kernel/context.ts'
import { fail, FileStoreError } from '../../../kernel/errors.ts'
import type { StoreName } from '../../../kernel/services.ts'
import { transact } from '../../../kernel/transact.ts'
import { plugins } from '../../../schema/plugins.ts'
import { fileRemovals, uploads } from '../../../schema/uploads.ts'

export type FilePlace = { key: string; store: StoreName }

/** An upload or a move that has not ended by then never will. */
const unfinishedMs = 24 * 3_600_000
const batchSize = 100
const atOnce = 8

/** Writes a new file. Without a row within a day, it is removed from the store of a plugin again. */
export async function saveFile(ctx: Context, key: string, content: Uint8Array): Promise<FilePlace> {
  const place = { key, store: ctx.files.current() }
  try {
    if (place.store !== null) await announceFiles(ctx, [place])
    const result = await ctx.files.in(place.store).put(key, content)
    if (result === 'exists') throw new Error(`file key is used already: ${key}`)
    return place
  } catch (error) {
    return failAsStore(ctx, error)
  }
}

/** Visitors learn only that the file is not available now. */
export function failAsStore(ctx: Pick<Context, 'log'>, error: unknown): never {
  if (!(error instanceof FileStoreError)) throw error
  ctx.log.warn({ err: error }, 'file store failed')
  return fail('upload.store_unavailable')
}

/** Before they are written, so that they are found after a crash. */
export async function announceFiles(ctx: Context, places: readonly FilePlace[]) {
  const dueAt = new Date(ctx.clock.now().getTime() + unfinishedMs)
  await ctx.autocommit
    .insert(fileRemovals)
    .values(places.map((place) => ({ ...place, dueAt })))
    .onConflictDoUpdate({ target: [fileRemovals.store, fileRemovals.key], set: { dueAt } })
}

/** With the row of the upload: the file stays. Fails if its plugin takes no files any more. */
export async function keepFile(tx: Tx, place: FilePlace) {
  if (place.store === null) return
  const [taking] = await tx
    .select({ slug: plugins.slug })
    .from(plugins)
    .where(
      and(eq(plugins.slug, place.store), eq(plugins.enabled, true), eq(plugins.takesFiles, true)),
    )
    .for('share')
  if (taking === undefined) fail('upload.store_unavailable')
  await tx.delete(fileRemovals).where(isAt([place]))
}

/** The files of deleted rows, for `removeFiles` after the commit. After a failure, the sweep job removes them. */
export async function releaseFiles(tx: Tx, places: readonly FilePlace[]) {
  if (places.length === 0) return
  await tx
    .insert(fileRemovals)
    .values(places.map(({ key, store }) => ({ key, store, dueAt: tx.now })))
    .onConflictDoUpdate({
      target: [fileRemovals.store, fileRemovals.key],
      set: { dueAt: tx.now },
    })
}

/** A failed upload leaves nothing behind. */
export async function discardFile(ctx: Context, place: FilePlace) {
  if (place.store === null) return await ctx.files.in(null).remove(place.key)
  await transact(ctx, (tx) => releaseFiles(tx, [place]))
  await removeFiles(ctx, [place])
}

/** Those that are due. A store that does not respond is left to the sweep job. */
export async function removeFiles(ctx: Context, places: readonly FilePlace[]) {
  for (let start = 0; start < places.length; start += batchSize)
    await removeBatch(ctx, isAt(places.slice(start, start + batchSize)))
}

/** All that are due, in the stores that can be used. */
export async function sweepFiles(ctx: Context) {
  const stores = ctx.plugins.list().filter(({ isEnabled, manifest }) => {
    return isEnabled && manifest.server?.fileStore === true
  })
  for (const store of [null, ...stores.map(({ slug }) => slug)]) {
    const isThere = store === null ? isNull(fileRemovals.store) : eq(fileRemovals.store, store)
    let found
    do found = await removeBatch(ctx, isThere)
    while (found === batchSize)
  }
}

/**
 * Under the lock on the removal, for which everything waits that wants to write the same file again. Returns how many there
 * were; 0 if the store failed.
 */
async function removeBatch(ctx: Context, condition: SQL | undefined): Promise<number> {
  return await transact(ctx, async (tx) => {
    // While it waits for a store.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = '5min'`)
    const isDue = lte(fileRemovals.dueAt, tx.now)
    const due = await tx
      .select({ key: fileRemovals.key, store: fileRemovals.store, isUnused: isUnused(tx) })
      .from(fileRemovals)
      .where(and(condition, isDue))
      .limit(batchSize)
      .for('update', { skipLocked: true })
    const removed = due.filter(({ isUnused: isGone }) => !isGone)
    const unused = due.filter(({ isUnused: isGone }) => isGone)
    let hasFailed = false
    try {
      await forEachAtOnce(unused, atOnce, async (place) => {
        await ctx.files.in(place.store).remove(place.key)
        removed.push(place)
      })
    } catch (error) {
      if (!(error instanceof FileStoreError)) throw error
      ctx.log.warn({ err: error }, 'files could not be removed from their store yet')
      hasFailed = true
    }
    await tx.delete(fileRemovals).where(isAt(removed))
    return hasFailed ? 0 : due.length
  })
}

function isUnused(tx: Tx) {
  const isSame = and(
    eq(uploads.key, fileRemovals.key),
    sql`${uploads.store} is not distinct from ${fileRemovals.store}`,
  )
  return sql<boolean>`${notExists(
    tx
      .select({ one: sql`1` })
      .from(uploads)
      .where(isSame),
  )}`
}

export function isAt(places: readonly FilePlace[]): SQL | undefined {
  if (places.length === 0) return sql`false`
  const conditions = [...Map.groupBy(places, ({ store }) => store)].map(([store, list]) => {
    const isThere = store === null ? isNull(fileRemovals.store) : eq(fileRemovals.store, store)
    const keys = list.map(({ key }) => key)
    return and(isThere, inArray(fileRemovals.key, keys))
  })
  return or(...conditions)
}

/** After a failure, no further ones are started. */
export async function forEachAtOnce<T>(
  list: readonly T[],
  count: number,
  work: (one: T) => Promise<void>,
) {
  const iterator = list.values()
  const failures: unknown[] = []
  const workers = Array.from({ length: Math.min(count, list.length) }, async () => {
    for (const one of iterator) {
      if (failures.length > 0) return
      await work(one).catch((error: unknown) => failures.push(error))
    }
  })
  await Promise.all(workers)
  if (failures.length > 0) throw failures[0]
}
