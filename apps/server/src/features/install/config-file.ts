import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { privateFileMode } from '../../kernel/private-files.ts'

/** Writes a file that only its owner may read: whole, or not at all. False when that cannot be done here. */
export async function writeConfigFile(file: string, text: string): Promise<boolean> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  try {
    await using handle = await open(draft, 'wx', privateFileMode)
    await handle.writeFile(text)
    await handle.sync()
    await rename(draft, file)
    return true
  } catch (error) {
    if (!isRefusal(error)) throw error
    await rm(draft, { force: true })
    return false
  }
}

export async function removeConfigFile(file: string) {
  await rm(file, { force: true })
}

export const hasConfigFile = existsSync

/** What the system says of places where nothing may be written. */
function isRefusal(error: unknown) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(EACCES|EPERM|EROFS|ENOENT|ENOTDIR|EISDIR|EEXIST|ENOSPC|EBUSY)$/.test(code)
}
