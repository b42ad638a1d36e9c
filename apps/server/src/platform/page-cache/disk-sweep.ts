import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A sweep leaves this part of the bound, so that the next one is not needed at once. */
const targetPart = 0.8
/** Stored pages and unfinished files; nothing else is counted or deleted. */
const subfolderPattern = /^[0-9a-f]{2}$/
const filePattern = /^[0-9a-f]{64}(\.[0-9a-f]{12}\.part)?$/

type StoredFile = { path: string; bytes: number; usedAt: number }

/** Deletes the least recently used files if the folder exceeds its bound. */
export async function sweepFolder(folder: string, maxBytes: number) {
  const files = await listFiles(folder)
  let totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
  if (totalBytes <= maxBytes) return
  for (const { path, bytes } of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
    if (totalBytes <= maxBytes * targetPart) return
    await rm(path, { force: true })
    totalBytes -= bytes
  }
}

/** One after the other, so that a large folder delays no request. */
async function listFiles(folder: string): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  for (const name of await namesIn(folder, subfolderPattern)) {
    const subfolder = join(folder, name)
    for (const file of await namesIn(subfolder, filePattern)) {
      const path = join(subfolder, file)
      const info = await stat(path).catch(() => null)
      // Most systems update the access time of a file at most once a day, and some never.
      if (info !== null)
        files.push({ path, bytes: info.size, usedAt: Math.max(info.atimeMs, info.mtimeMs) })
    }
  }
  return files
}

async function namesIn(folder: string, pattern: RegExp) {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => pattern.test(name))
}
