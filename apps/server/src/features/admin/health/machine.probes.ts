import { randomBytes } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { dirname } from 'node:path'
import { getHeapStatistics } from 'node:v8'
import type { Config } from '../../../kernel/config.ts'
import { FileStoreError } from '../../../kernel/errors.ts'
import type { Files } from '../../../kernel/services.ts'

/** The disk with the least room, of those that Stoa writes to. */
export async function measureDisk({ files_dir, page_store_dir, data_dir, database_url }: Config) {
  const folders = [files_dir, page_store_dir, ...(database_url === undefined ? [data_dir] : [])]
  const disks = await Promise.all(folders.map(measureFolder))
  const [fullest] = disks.toSorted((one, two) => one.free / one.total - two.free / two.total)
  if (fullest === undefined) throw new Error('no folder to measure')
  return fullest
}

/** A folder is created with its first file. */
async function measureFolder(folder: string): Promise<{ free: number; total: number }> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch (error) {
    const parent = dirname(folder)
    if (parent === folder) throw error
    return await measureFolder(parent)
  }
}

/** In a container, `total` is its limit. */
export function measureMemory() {
  const heap = getHeapStatistics()
  const limit = process.constrainedMemory()
  return {
    used: process.memoryUsage.rss(),
    heapUsed: heap.used_heap_size,
    heapMax: heap.heap_size_limit,
    free: process.availableMemory(),
    total: limit > 0 && limit < totalmem() ? limit : totalmem(),
  }
}

/** Why no file can be written, or an empty text. */
export async function tryWriting(files: Files): Promise<string> {
  const key = `health/${randomBytes(8).toString('hex')}`
  try {
    const store = files.in(files.current())
    await store.put(key, Buffer.from('ok'))
    await store.remove(key)
    return ''
  } catch (error) {
    if (error instanceof FileStoreError) return error.message
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}
