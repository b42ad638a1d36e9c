import { randomBytes } from 'node:crypto'
import { linkSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join, relative } from 'node:path'

export class FolderInUseError extends Error {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is open in another Stoa process. The embedded database supports one process at a time: stop the other one or use PostgreSQL.`,
    )
    this.name = 'FolderInUseError'
  }
}

/**
 * Locks a folder for this process. The lock is a listening socket, not a file with a process id: the system closes it when
 * the process dies, and process ids mean nothing across containers.
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
      if (attempt === 5 || (await isListening(lockPath))) throw new FolderInUseError(folder)
      await moveStaleLock(folder, lockPath)
    }
    await removeStaleLocks(folder, ino)
  } catch (error) {
    await release()
    throw error
  }
  rmSync(ownPath)
  return { release }
}

const stalePrefix = 'stale-'

/** Moves the lock of a dead process away, and puts it back if a live process has taken it in the meantime. */
async function moveStaleLock(folder: string, lockPath: string) {
  const stalePath = join(folder, stalePrefix + randomBytes(6).toString('hex'))
  try {
    renameSync(lockPath, stalePath)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  const isAlive = await isListening(stalePath)
  // If a third process took the free path, it finds the live lock in `removeStaleLocks`.
  if (!isAlive || tryLink(stalePath, lockPath)) rmSync(stalePath, { force: true })
  if (isAlive) throw new FolderInUseError(folder)
}

/** A moved lock that still listens has precedence. */
async function removeStaleLocks(folder: string, ownIno: number) {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(stalePrefix))) {
    const path = join(folder, name)
    const isOwn = statSync(path, { throwIfNoEntry: false })?.ino === ownIno
    if (!isOwn && (await isListening(path))) throw new FolderInUseError(folder)
    if (!isOwn) rmSync(path, { force: true })
  }
}

function tryLink(from: string, to: string) {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
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

function isListening(path: string) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(shortPath(path))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    // Any other error, such as a full backlog, means that a process listens.
    socket.once('error', (error) => resolve(!hasCode(error, 'ECONNREFUSED', 'ENOENT')))
  })
}

/** Socket paths are limited to about 100 bytes; relative ones are usually shorter. */
function shortPath(path: string) {
  const relativePath = relative(process.cwd(), path)
  return relativePath.length < path.length ? relativePath : path
}

function close(server: Server) {
  return new Promise<void>((resolve) => server.close(() => resolve()))
}

function hasCode(error: unknown, ...codes: string[]) {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
