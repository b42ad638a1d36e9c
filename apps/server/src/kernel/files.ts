import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { privateFileMode, privateFolder } from './private-files.ts'

/** Where uploaded files are kept: the local disk here, other stores as plugins. */
export type FileStore = {
  /** Stores bytes under a key; a key is written once and never changed. */
  put(key: string, content: Uint8Array): Promise<void>
  find(key: string): Promise<{ size: number; open(): Readable } | null>
  remove(key: string): Promise<void>
}

const keyForm = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_.-]*)*$/

/** Files in a folder. A file appears whole or not at all. */
export function openFiles(folder: string): FileStore {
  const pathOf = (key: string) => {
    if (!keyForm.test(key) || key.includes('..')) throw new Error(`not a file key: ${key}`)
    return join(folder, key)
  }
  return {
    async put(key, content) {
      const path = pathOf(key)
      await mkdir(dirname(path), privateFolder)
      const unfinished = `${path}.${randomBytes(6).toString('hex')}.part`
      await writeFile(unfinished, content, { flush: true, mode: privateFileMode })
      await rename(unfinished, path)
    },
    async find(key) {
      const path = pathOf(key)
      const info = await stat(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      return info?.isFile() ? { size: info.size, open: () => createReadStream(path) } : null
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}
