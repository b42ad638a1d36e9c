import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Context } from '../../../kernel/context.ts'
import { FileStoreError } from '../../../kernel/errors.ts'
import { idArray } from '../../../kernel/id-array.ts'
import type { FileStore, StoreName } from '../../../kernel/services.ts'
import { transact } from '../../../kernel/transact.ts'
import { plugins } from '../../../schema/plugins.ts'
import { fileRemovals, uploads } from '../../../schema/uploads.ts'
import {
  announceFiles,
  type FilePlace,
  forEachAtOnce,
  isAt,
  releaseFiles,
  removeFiles,
  sweepFiles,
} from './stored-files.actions.ts'

const batchSize = 100
/** Files in memory at once. */
const atOnce = 8

export type MoveResult = {
  moved: number
  /** Their rows and files stay as they are. */
  failures: { key: string; reason: 'missing' | 'damaged' }[]
}
type MovedFile = FilePlace & { id: string; bytes: number }

/**
 * Moves all files to the disk or to the store of a plugin, until new files go somewhere else. Can be interrupted at any moment and
 * runs beside uploads, deletions and itself: a file is copied and compared, its row is changed, and then the first copy is removed.
 */
export async function moveFiles(
  ctx: Context,
  target: StoreName,
  onProgress: (result: MoveResult) => void = () => {},
): Promise<MoveResult> {
  const result: MoveResult = { moved: 0, failures: [] }
  let before: number
  do {
    before = result.moved
    result.failures = []
    await moveOnce(ctx, target, result, onProgress)
    // Other processes may have written files to the former store meanwhile.
  } while (result.moved > before)
  // What interrupted moves did not remove.
  await sweepFiles(ctx)
  return result
}

async function moveOnce(
  ctx: Context,
  target: StoreName,
  result: MoveResult,
  onProgress: (result: MoveResult) => void,
) {
  for (let after = '0'; ;) {
    const files = await listFiles(ctx, target, after)
    const last = files.at(-1)
    if (last === undefined || !(await isWanted(ctx, target, files))) return
    await moveBatch(ctx, target, files, result)
    onProgress(result)
    after = last.id
  }
}

async function listFiles({ primary }: Context, target: StoreName, after: string) {
  const { id, key, store, bytes } = uploads
  return await primary
    .select({ id, key, store, bytes })
    .from(uploads)
    .where(and(gt(id, after), sql`${store} is distinct from ${target}::text`))
    .orderBy(asc(id))
    .limit(batchSize)
}

/** Not after somebody wanted the files elsewhere. */
async function isWanted({ primary }: Context, target: StoreName, files: readonly MovedFile[]) {
  const slugs = [target, ...files.map(({ store }) => store)].filter((slug) => slug !== null)
  const rows = await primary
    .select({ slug: plugins.slug, takesFiles: plugins.takesFiles })
    .from(plugins)
    .where(inArray(plugins.slug, slugs))
  return rows.every(({ slug, takesFiles }) => takesFiles === (slug === target))
}

async function moveBatch(
  ctx: Context,
  target: StoreName,
  files: readonly MovedFile[],
  result: MoveResult,
) {
  await announceFiles(
    ctx,
    files.map(({ key }) => ({ key, store: target })),
  )
  const copied: MovedFile[] = []
  await forEachAtOnce(files, atOnce, async (file) => {
    const problem = await copyFile(ctx, target, file)
    if (problem === null) copied.push(file)
    else if (await isStillThere(ctx, file)) result.failures.push({ key: file.key, reason: problem })
  })
  const moved = await switchRows(ctx, target, copied)
  await removeFiles(ctx, moved)
  result.moved += moved.length
}

async function copyFile(ctx: Context, target: StoreName, { key, store, bytes }: MovedFile) {
  const content = await readContent(ctx.files.in(store), key)
  if (content === null) return 'missing'
  if (content.length !== bytes) return 'damaged'
  const destination = ctx.files.in(target)
  const result = await destination.put(key, content)
  if (await isSame(destination, key, content)) return null
  // Left by something that was interrupted.
  if (result === 'exists') {
    await destination.remove(key)
    await destination.put(key, content)
    if (await isSame(destination, key, content)) return null
  }
  throw new FileStoreError(`The copy of ${key} differs.`)
}

async function readContent(store: FileStore, key: string) {
  const found = await store.read(key)
  return found === null ? null : await buffer(found.stream)
}

async function isSame(store: FileStore, key: string, content: Buffer) {
  const copy = await readContent(store, key)
  return copy !== null && hashOf(copy) === hashOf(content)
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Otherwise it was deleted or moved meanwhile. */
async function isStillThere({ primary }: Context, { id, store }: MovedFile) {
  const [row] = await primary
    .select({ store: uploads.store })
    .from(uploads)
    .where(eq(uploads.id, id))
  return row !== undefined && row.store === store
}

/** Returns what is to be removed from where it was. */
async function switchRows(
  ctx: Context,
  target: StoreName,
  copied: readonly MovedFile[],
): Promise<FilePlace[]> {
  if (copied.length === 0) return []
  const before = new Map(copied.map((file) => [file.id, file]))
  return await transact(ctx, async (tx) => {
    const ids = idArray([...before.keys()])
    const locked = await tx
      .select({ id: uploads.id, store: uploads.store })
      .from(uploads)
      .where(sql`${uploads.id} = any(${ids})`)
      .orderBy(asc(uploads.id))
      .for('no key update')
    const moved = locked.filter(({ id, store }) => store === before.get(id)?.store)
    if (moved.length === 0) return []
    const places = moved.map(({ id, store }) => ({ key: before.get(id)?.key ?? '', store }))
    await tx
      .update(uploads)
      .set({ store: target })
      .where(sql`${uploads.id} = any(${idArray(moved.map(({ id }) => id))})`)
    await tx.delete(fileRemovals).where(isAt(places.map(({ key }) => ({ key, store: target }))))
    await releaseFiles(tx, places)
    return places
  })
}

/** Files and bytes by store; null for the disk. */
export async function countFiles({ primary }: Pick<Context, 'primary'>) {
  return await primary
    .select({
      store: uploads.store,
      files: sql<number>`count(*)::int`,
      bytes: sql<number>`sum(${uploads.bytes})::float`,
    })
    .from(uploads)
    .groupBy(uploads.store)
}
