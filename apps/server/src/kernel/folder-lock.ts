import { randomBytes } from 'node:crypto'
import { linkSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join, relative } from 'node:path'

/** Thrown when another process has the folder open. */
export class FolderInUseError extends Error {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is open in another Stoa process. The embedded database takes one process at a time: stop the other one, or use PostgreSQL.`,
    )
    this.name = 'FolderInUseError'
  }
}

/**
 * Takes a folder for this process alone. The lock is a listening socket and not a file with a process id:
 * the system closes it when the process dies in any way, and process ids mean nothing across containers.
 */
export async function lockFolder(folder: string) {
  const lockPath = join(folder, 'stoa.lock')
  const ownPath = join(folder, `lock-${randomBytes(6).toString('hex')}`)
  const server = await listen(ownPath)
  const { ino } = statSync(ownPath)
  const release = async () => {
    if (statSync(lockPath, { throwIfNoEntry: false })?.ino === ino) rmSync(lockPath)
    await close(server)
  }
  try {
    for (let attempt = 0; !tryLink(ownPath, lockPath); attempt++) {
      if (attempt === 5 || (await answers(lockPath))) throw new FolderInUseError(folder)
      await moveStale(folder, lockPath)
    }
    await dropAside(folder, ino)
  } catch (error) {
    await release()
    throw error
  }
  rmSync(ownPath)
  return { release }
}

const asidePrefix = 'stale-'

/** Moves the lock of a dead process away; puts it back if a living one took its place meanwhile. */
async function moveStale(folder: string, lockPath: string) {
  const aside = join(folder, asidePrefix + randomBytes(6).toString('hex'))
  try {
    renameSync(lockPath, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  const isAlive = await answers(aside)
  // A third process may have taken the free place: then it finds the living lock in `dropAside`.
  if (!isAlive || tryLink(aside, lockPath)) rmSync(aside, { force: true })
  if (isAlive) throw new FolderInUseError(folder)
}

/** Clears away moved locks. One that still answers has the older right to the folder. */
async function dropAside(folder: string, ownIno: number) {
  for (const name of readdirSync(folder).filter((one) => one.startsWith(asidePrefix))) {
    const path = join(folder, name)
    const isOwn = statSync(path, { throwIfNoEntry: false })?.ino === ownIno
    if (!isOwn && (await answers(path))) throw new FolderInUseError(folder)
    if (!isOwn) rmSync(path, { force: true })
  }
}

function tryLink(from: string, to: string) {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

function listen(path: string) {
  return new Promise<Server>((resolve, reject) => {
    const server = createServer((socket) => socket.end())
    server.once('error', reject)
    server.listen(shortPath(path), () => {
      server.unref()
      resolve(server)
    })
  })
}

function answers(path: string) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(shortPath(path))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    // Anything else, a full queue of callers for one, means that somebody is there.
    socket.once('error', (error) => resolve(!isCode(error, 'ECONNREFUSED', 'ENOENT')))
  })
}

/** Socket paths hold about 100 bytes: from the current folder they are mostly shorter. */
function shortPath(path: string) {
  const fromHere = relative(process.cwd(), path)
  return fromHere.length < path.length ? fromHere : path
}

function close(server: Server) {
  return new Promise<void>((resolve) => server.close(() => resolve()))
}

function isCode(error: unknown, ...codes: string[]) {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
