import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FolderInUseError, lockFolder } from './folder-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stoa-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Another process that holds the lock until it is killed. */
async function aHolder() {
  const source = join(import.meta.dirname, 'folder-lock.ts')
  const code = `const { lockFolder } = await import(${JSON.stringify(source)})
    await lockFolder(${JSON.stringify(folder)})
    console.log('locked')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return {
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** Returns the locks that concurrent attempts acquired. */
async function acquireAtOnce(attempts: number) {
  const results = await Promise.allSettled(
    Array.from({ length: attempts }, () => lockFolder(folder)),
  )
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(FolderInUseError)
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

describe('lockFolder', () => {
  it('rejects a second process with advice', async () => {
    const lock = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(
      `The data folder ${folder} is open in another Stoa process. The embedded database supports one process at a time: stop the other one or use PostgreSQL.`,
    )
    await lock.release()
  })

  it('can be acquired again after release and leaves no files', async () => {
    await (await lockFolder(folder)).release()
    await (await lockFolder(folder)).release()
    expect(readdirSync(folder)).toEqual([])
  })

  it('rejects while another process lives and takes over after it was killed', async () => {
    const holder = await aHolder()
    await expect(lockFolder(folder)).rejects.toBeInstanceOf(FolderInUseError)
    await holder.kill()
    const lock = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toBeInstanceOf(FolderInUseError)
    await lock.release()
  })

  it('lets exactly one of many concurrent processes lock an empty folder', async () => {
    for (let round = 0; round < 10; round++) {
      const locks = await acquireAtOnce(2 + round)
      expect(locks.length).toBe(1)
      await locks[0]?.release()
    }
  })

  it('lets at most one of many processes take over the lock of a dead process', async () => {
    for (let round = 0; round < 6; round++) {
      await (await aHolder()).kill()
      const locks = await acquireAtOnce(2 + round)
      expect(locks.length).toBeLessThanOrEqual(1)
      await locks[0]?.release()
      await (await lockFolder(folder)).release()
    }
  })
})
