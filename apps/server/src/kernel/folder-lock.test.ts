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

/** Another process that takes the folder and keeps it until it is killed. */
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

/** How many of these tries got the folder. */
async function takersOf(tries: number) {
  const results = await Promise.allSettled(Array.from({ length: tries }, () => lockFolder(folder)))
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(FolderInUseError)
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

describe('the lock of a data folder', () => {
  it('refuses a second opener with a sentence that says what to do', async () => {
    const lock = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(
      `The data folder ${folder} is open in another Stoa process. The embedded database takes one process at a time: stop the other one, or use PostgreSQL.`,
    )
    await lock.release()
  })

  it('can be taken again once it is released, and leaves nothing behind', async () => {
    await (await lockFolder(folder)).release()
    await (await lockFolder(folder)).release()
    expect(readdirSync(folder)).toEqual([])
  })

  it('is refused while another process lives and taken over when that was killed', async () => {
    const holder = await aHolder()
    await expect(lockFolder(folder)).rejects.toBeInstanceOf(FolderInUseError)
    await holder.kill()
    const lock = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toBeInstanceOf(FolderInUseError)
    await lock.release()
  })

  it('goes to exactly one of many that race for an empty folder', async () => {
    for (let round = 0; round < 10; round++) {
      const takers = await takersOf(2 + round)
      expect(takers.length).toBe(1)
      await takers[0]?.release()
    }
  })

  it('goes to at most one of many that race for the lock of a dead process', async () => {
    for (let round = 0; round < 6; round++) {
      await (await aHolder()).kill()
      const takers = await takersOf(2 + round)
      expect(takers.length).toBeLessThanOrEqual(1)
      await takers[0]?.release()
      await (await lockFolder(folder)).release()
    }
  })
})
