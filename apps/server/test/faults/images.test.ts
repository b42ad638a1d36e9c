import { uploadFile } from '@stoa/contract/features/uploads'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aScanBomb } from '../../src/features/content/uploads/costly-images.fixture.ts'
import { anImage } from '../../src/features/content/uploads/hostile-files.fixture.ts'
import { createTestDatabase } from '../databases.ts'
import { aProgram, type Env, type Program, type Running } from '../program.ts'
import { installWithUsers, openSite } from './ask-under-kills.ts'

let program: Program
let database: Awaited<ReturnType<typeof createTestDatabase>>
let scratch: string
let env: Env
let token: string
let running: Running

beforeAll(async () => {
  program = await aProgram()
  database = await createTestDatabase()
  scratch = mkdtempSync(join(tmpdir(), 'stoa-image-test-'))
  env = {
    STOA_DATABASE_URL: database.url,
    STOA_FILES_DIR: join(scratch, 'files'),
    STOA_IMAGE_CPU_SECONDS: '2',
    TMPDIR: scratch,
  }
  const { TMPDIR: _, ...config } = env
  const tokens = await openSite(config, (ctx) => installWithUsers(ctx, 1))
  token = tokens[0] ?? ''
  running = await program.start('serve', env)
}, 300_000)
afterAll(async () => {
  program.remove()
  await database.drop()
  rmSync(scratch, { recursive: true, force: true })
})

async function send(bytes: Uint8Array) {
  const form = new FormData()
  form.append('source', 'post')
  form.append('file', new File([new Uint8Array(bytes)], 'a.png'))
  const headers = { authorization: `Bearer ${token}` }
  const url = running.origin + uploadFile.path
  const response = await fetch(url, { method: 'POST', headers, body: form })
  return (await response.json()) as { status: number; reason: string }
}

/** Null when the process has exited. */
function statusOf(pid: string) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return /^State:\s+Z/m.test(status) ? null : status
  } catch (error) {
    if (/ENOENT|ESRCH/.test(String(error))) return null
    throw error
  }
}

const imageProcesses = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => new RegExp(`^PPid:\\s+${running.pid}$`, 'm').test(statusOf(pid) ?? ''))

const isUp = () => statusOf(String(running.pid)) !== null
const scratchFolders = () => readdirSync(scratch).filter((name) => name.startsWith('stoa-images-'))
const hasLibrary = (pid: string | number) =>
  readFileSync(`/proc/${pid}/maps`, 'utf8').includes('libvips')

describe('image processing', () => {
  it("runs in its own process without the site's secrets", async () => {
    expect(imageProcesses()).toEqual([])
    expect(await send(await anImage())).toMatchObject({ status: 200 })
    const card = await fetch(`${running.origin}/cards/site.png`)
    expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png'])
    const children = imageProcesses()
    expect(children).toHaveLength(1)
    expect([hasLibrary(running.pid), hasLibrary(children[0]!)]).toEqual([false, true])
    expect(readFileSync(`/proc/${children[0]}/environ`, 'utf8')).not.toContain('STOA_')
  }, 120_000)

  it('kills only that process for a costly image, and removes its folder', async () => {
    const [previousPid] = imageProcesses()
    expect(await send(aScanBomb(6000, 20_000))).toMatchObject({
      reason: 'error.upload.too_costly',
    })
    expect(statusOf(previousPid!)).toBeNull()
    expect(scratchFolders()).toEqual([])
    expect(await send(await anImage())).toMatchObject({ status: 200 })
  }, 120_000)

  it.each([
    ['is stopped', async () => expect(await running.stop()).toBe(0)],
    ['is killed', async () => await running.kill()],
  ])(
    'ends when the server %s',
    async (_name, end) => {
      if (!isUp()) running = await program.start('serve', env)
      expect(await send(await anImage())).toMatchObject({ status: 200 })
      const [child] = imageProcesses()
      await end()
      while (statusOf(child!) !== null) await sleep(50)
      expect(scratchFolders()).toEqual([])
    },
    120_000,
  )
})
