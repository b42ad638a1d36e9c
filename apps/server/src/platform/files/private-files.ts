import { secretKeyFile } from '../process/read-config.ts'
import { chmodSync, type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../../kernel/config.ts'

/** Access for the owner only. */
export const privateFolder = { recursive: true, mode: 0o700 } as const
export const privateFileMode = 0o600

/** Permission bits of group and others. */
const othersBits = 0o077
const stickyBit = 0o1000
/** Bounds the startup time: files below a private folder are not reachable anyway. */
const maxCheckedAtStart = 100_000

/** Sets the umask. */
export function restrictNewFiles() {
  process.umask(othersBits)
}

/** The database engine sets some file modes itself, regardless of the umask. */
export function protectDatabase(dataDir: string, log: Logger) {
  repairModes(exposedInDatabase(dataDir, maxCheckedAtStart), log)
}

/** Files below a private folder are not checked again. */
export function protectFiles(config: Config, log: Logger) {
  for (const folder of [config.files_dir, config.page_store_dir])
    if (isExposed(folder)) repairModes(exposedBelow(folder, maxCheckedAtStart), log)
  repairModes(configurationOf(config).filter(isExposed), log)
}

export function* listExposed(config: Config): Generator<string> {
  if (config.database_url === undefined) yield* exposedInDatabase(config.data_dir)
  yield* exposedBelow(config.files_dir)
  yield* exposedBelow(config.page_store_dir)
  yield* configurationOf(config).filter(isExposed)
}

function configurationOf(config: Config) {
  return [config.config_file, secretKeyFile(config)]
}

/** Removes access for others. False if this user may not do so. */
export function tryProtect(path: string) {
  try {
    chmodSync(path, statSync(path).mode & ~othersBits)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true
    if (hasCode(error, 'EPERM', 'EROFS')) return false
    throw error
  }
}

function repairModes(paths: Iterable<string>, log: Logger) {
  const repaired: string[] = []
  const failed: string[] = []
  for (const path of paths) (tryProtect(path) ? repaired : failed).push(path)
  const count = (list: readonly string[]) => ({ files: list.length, example: list[0] })
  if (repaired.length > 0) log.debug(count(repaired), 'removed access of other users to files')
  if (failed.length > 0) log.warn(count(failed), 'other users can access files of this site')
}

/** The folder may contain files that do not belong to the database. */
function* exposedInDatabase(dataDir: string, maxChecked?: number) {
  if (isExposed(dataDir)) yield dataDir
  yield* exposedBelow(join(dataDir, 'pg'), maxChecked)
}

/** Recursive; does not follow symbolic links. */
function* exposedBelow(root: string, maxChecked = Infinity): Generator<string> {
  const stats = statSync(root, { throwIfNoEntry: false })
  if (stats?.isDirectory() !== true || isShared(stats.mode)) return
  if (isExposed(root)) yield root
  const folders = [root]
  let checked = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(folder)) {
      if (++checked > maxChecked) return
      if (entry.isSymbolicLink()) continue
      const path = join(folder, entry.name)
      if (isExposed(path)) yield path
      if (entry.isDirectory()) folders.push(path)
    }
  }
}

function isExposed(path: string) {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats !== undefined && (stats.mode & othersBits) !== 0 && !isShared(stats.mode)
}

/** Such as /tmp. */
function isShared(mode: number) {
  return (mode & stickyBit) !== 0
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    // Removed in the meantime, or not accessible to this user.
    if (hasCode(error, 'ENOENT', 'EACCES')) return []
    throw error
  }
}

function hasCode(error: unknown, ...codes: string[]) {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
