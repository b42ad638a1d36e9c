import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { privateFileMode, privateFolder } from '../files/private-files.ts'
import { sweepFolder } from './disk-sweep.ts'

/** Part of the bound that this process writes before it sweeps again. */
const writtenPerSweep = 0.05
/** How long nothing is written after a failure, such as a full disk. */
const pauseMs = 60_000
/** Beyond this, the disk is slower than the renderer, and pages are not stored. */
const maxPendingWrites = 32

type Options = { folder: string; maxBytes: number; log: Logger }

/** A bounded folder of files that may be deleted at any time. Failures are misses. */
export function openDiskStore({ folder, maxBytes, log }: Options) {
  const pending = new Set<Promise<void>>()
  let sweeping: Promise<void> | null = null
  let writtenBytes = 0
  let pausedUntil = 0
  let isFailing = false

  function onFailure(error: unknown) {
    pausedUntil = Date.now() + pauseMs
    if (!isFailing)
      log.warn({ err: error, folder }, 'page store is not writable, pages are not stored')
    isFailing = true
  }

  function sweep() {
    writtenBytes = 0
    sweeping ??= sweepFolder(folder, maxBytes)
      .catch(onFailure)
      .finally(() => {
        sweeping = null
      })
  }

  async function write(path: string, content: Buffer) {
    await mkdir(dirname(path), privateFolder)
    const temporaryPath = `${path}.${randomBytes(6).toString('hex')}.part`
    try {
      await writeFile(temporaryPath, content, { mode: privateFileMode })
      await rename(temporaryPath, path)
    } catch (error) {
      await rm(temporaryPath, { force: true }).catch(() => {})
      throw error
    }
    isFailing = false
    writtenBytes += content.length
    if (writtenBytes > maxBytes * writtenPerSweep) sweep()
  }

  return {
    /** Sweeps in the background. */
    start: sweep,
    read: (name: string) => readFile(pathOf(folder, name)).catch(() => null),
    /** Writes in the background. */
    save(name: string, content: Buffer) {
      if (Date.now() < pausedUntil || pending.size >= maxPendingWrites) return
      const writing = write(pathOf(folder, name), content)
        .catch(onFailure)
        .finally(() => pending.delete(writing))
      pending.add(writing)
    },
    /** Waits for everything in the background. */
    async flush() {
      await Promise.all(pending)
      await sweeping
    },
  }
}

function pathOf(folder: string, name: string) {
  const hash = createHash('sha256').update(name).digest('hex')
  return join(folder, hash.slice(0, 2), hash)
}
