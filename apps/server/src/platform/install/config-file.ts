import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { privateFileMode } from '../files/private-files.ts'

/** Writes atomically, readable by the owner only. Returns false when the location is not writable. */
export async function writeConfigFile(file: string, text: string): Promise<boolean> {
  const temporaryFile = `${file}.${randomBytes(4).toString('hex')}`
  try {
    await using handle = await open(temporaryFile, 'wx', privateFileMode)
    await handle.writeFile(text)
    await handle.sync()
    await rename(temporaryFile, file)
    return true
  } catch (error) {
    if (!isWriteError(error)) throw error
    await rm(temporaryFile, { force: true })
    return false
  }
}

export async function removeConfigFile(file: string) {
  await rm(file, { force: true })
}

export const hasConfigFile = existsSync

function isWriteError(error: unknown) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(EACCES|EPERM|EROFS|ENOENT|ENOTDIR|EISDIR|EEXIST|ENOSPC|EBUSY)$/.test(code)
}
