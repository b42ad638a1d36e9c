import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from '../../kernel/services.ts'
import { privateFileMode, privateFolder } from './private-files.ts'

const keyPattern = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9_.-]*)*$/

/** Files in a folder, written atomically. */
export function openFiles(folder: string): FileStore {
  const pathOf = (key: string) => {
    if (!keyPattern.test(key) || key.includes('..')) throw new Error(`invalid file key: ${key}`)
    return join(folder, key)
  }
  return {
    async put(key, content) {
      const path = pathOf(key)
      await mkdir(dirname(path), privateFolder)
      const temporaryPath = `${path}.${randomBytes(6).toString('hex')}.part`
      await writeFile(temporaryPath, content, { flush: true, mode: privateFileMode })
      await rename(temporaryPath, path)
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
