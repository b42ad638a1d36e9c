import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from '../../kernel/services.ts'
import { assertKey } from './keys.ts'
import { privateFileMode, privateFolder } from './private-files.ts'

/** Files in a folder, written atomically. */
export function openDisk(folder: string): FileStore {
  const pathOf = (key: string) => {
    assertKey(key)
    return join(folder, key)
  }
  return {
    async put(key, content) {
      const path = pathOf(key)
      await mkdir(dirname(path), privateFolder)
      const temporaryPath = `${path}.${randomBytes(6).toString('hex')}.part`
      await writeFile(temporaryPath, content, { flush: true, mode: privateFileMode })
      await rename(temporaryPath, path)
      return 'written'
    },
    async find(key) {
      const info = await stat(pathOf(key)).catch(ignoreMissing)
      return info?.isFile() === true ? { size: info.size } : null
    },
    async read(key) {
      // A file that is open can still be read after it is removed.
      const file = await open(pathOf(key)).catch(ignoreMissing)
      if (file === null) return null
      const info = await file.stat()
      if (info.isFile()) return { size: info.size, stream: file.createReadStream() }
      await file.close()
      return null
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}

function ignoreMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return null
  throw error
}
