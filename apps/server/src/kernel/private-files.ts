import { chmodSync, type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Config, secretKeyFile } from './config.ts'

/** For `mkdir` and for writing: access for the owner only. */
export const privateFolder = { recursive: true, mode: 0o700 } as const
export const privateFileMode = 0o600

/** The permission bits of everybody but the owner. */
const othersBits = 0o077
const stickyBit = 0o1000
/** Below a folder that is closed nobody reaches the rest, so a start does not have to see all of it. */
const mostSeenAtStart = 100_000

/** Files are created for this user alone from here on, unless a mode says otherwise. */
export function restrictNewFiles() {
  process.umask(othersBits)
}

/** Repairs the modes of an embedded database. The engine sets the modes of some files itself, whatever the umask. */
export function protectDatabase(dataDir: string, log: Logger) {
  repairModes(exposedInDatabase(dataDir, mostSeenAtStart), log)
}

/** Repairs the modes of uploads and of the configuration. Uploads below a closed folder are not looked at again. */
export function protectFiles(config: Config, log: Logger) {
  const { files_dir: files } = config
  if (isExposed(files)) repairModes(exposedBelow(files, mostSeenAtStart), log)
  repairModes(configurationOf(config).filter(isExposed), log)
}

/** Every file and folder of a site that other users may access. */
export function* listExposed(config: Config): Generator<string> {
  if (config.database_url === undefined) yield* exposedInDatabase(config.data_dir)
  yield* exposedBelow(config.files_dir)
  yield* configurationOf(config).filter(isExposed)
}

function configurationOf(config: Config) {
  return [config.config_file, secretKeyFile(config)]
}

/** Takes access away from everybody but the owner. False where this user may not do so. */
export function tryProtect(path: string) {
  try {
    chmodSync(path, statSync(path).mode & ~othersBits)
    return true
  } catch (error) {
    if (isCode(error, 'ENOENT')) return true
    if (isCode(error, 'EPERM', 'EROFS')) return false
    throw error
  }
}

function repairModes(paths: Iterable<string>, log: Logger) {
  const repaired: string[] = []
  const failed: string[] = []
  for (const path of paths) (tryProtect(path) ? repaired : failed).push(path)
  const count = (list: readonly string[]) => ({ files: list.length, example: list[0] })
  if (repaired.length > 0) log.debug(count(repaired), 'closed files to other users')
  if (failed.length > 0) log.warn(count(failed), 'other users can access files of this site')
}

/** Only the folder itself and what the engine keeps in it: something else may stand beside. */
function* exposedInDatabase(dataDir: string, most?: number) {
  if (isExposed(dataDir)) yield dataDir
  yield* exposedBelow(join(dataDir, 'pg'), most)
}

/** A folder and what is in it. Symbolic links are not followed. */
function* exposedBelow(root: string, most = Infinity): Generator<string> {
  const found = statSync(root, { throwIfNoEntry: false })
  if (found?.isDirectory() !== true || isShared(found.mode)) return
  if (isExposed(root)) yield root
  const folders = [root]
  let seen = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(folder)) {
      if (++seen > most) return
      if (entry.isSymbolicLink()) continue
      const path = join(folder, entry.name)
      if (isExposed(path)) yield path
      if (entry.isDirectory()) folders.push(path)
    }
  }
}

function isExposed(path: string) {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && (found.mode & othersBits) !== 0 && !isShared(found.mode)
}

/** A folder like /tmp, which is not this site's alone. */
function isShared(mode: number) {
  return (mode & stickyBit) !== 0
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    // Removed meanwhile, or closed to this user.
    if (isCode(error, 'ENOENT', 'EACCES')) return []
    throw error
  }
}

function isCode(error: unknown, ...codes: string[]) {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
