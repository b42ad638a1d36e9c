import { fetchTransport } from '@stoa/contract/client'
import { currentUser } from '@stoa/contract/features/accounts'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { aBareServer } from './bare-server.ts'
import { solveCaptchas } from './captcha.ts'
import { aProgram, type Program, type Running } from './program.ts'
import { aSite, type TestSite } from './site.ts'
import { type Attack, listAttacks, type MemberAccess } from './stall/attacks.ts'
import type { Sample } from './stall/probe.ts'

/** How much slower than a bare server /healthz may be. */
const maxExcessMs = 200
const concurrency = 12
const maxRepeats = 2

let site: TestSite
let program: Program
let running: Running
let bareServer: Awaited<ReturnType<typeof aBareServer>>
let probe: ChildProcess
let access: MemberAccess
const files = mkdtempSync(join(tmpdir(), 'stoa-stall-'))
const samples: Sample[] = []

beforeAll(async () => {
  site = await aSite()
  program = await aProgram()
  running = await program.start('all', {
    STOA_DATABASE_URL: site.ctx.config.database_url ?? '',
    STOA_FILES_DIR: files,
    STOA_LOG_LEVEL: 'info',
  })
  bareServer = await aBareServer()
  access = await createAccess()
  await warmUp()
  const args = [`${running.origin}/healthz`, bareServer.origin, String(running.pid)]
  probe = fork(join(import.meta.dirname, 'stall/probe.ts'), args, { execArgv: [] })
  probe.on('message', (sample: Sample) => samples.push(sample))
  await once(probe, 'message')
}, 300_000)

afterAll(async () => {
  probe.kill()
  bareServer.child.kill()
  await running.kill()
  program.remove()
  rmSync(files, { recursive: true, force: true })
  await site.close()
})

async function createAccess(): Promise<MemberAccess> {
  const { token } = await aUser(site.ctx, { name: 'Ada' })
  const user = await site.as(token).call(currentUser, {})
  const headers = { authorization: `Bearer ${token}` }
  const transport = solveCaptchas(site.ctx, fetchTransport(running.origin, headers))
  return {
    call: (endpoint, input) => transport(endpoint, input, {}),
    async send(path, init) {
      const response = await fetch(running.origin + path, { redirect: 'manual', ...init })
      await response.arrayBuffer()
      return response.status
    },
    cookie: { cookie: `sid=${token}` },
    username: user?.username ?? '',
  }
}

/** The first run loads modules and compiles code. */
async function warmUp() {
  const benign = listAttacks(access, []).filter(({ name }) => name.endsWith(': other scripts'))
  for (let round = 0; round < 3; round++) for (const { run } of benign) await run()
}

type Window = { name: string; from: number; to: number; statuses: number[] }

async function runAttack({ name, run }: Attack): Promise<Window> {
  const from = Date.now()
  const statuses = await run()
  return { name, from, to: Date.now(), statuses }
}

async function runAll(attacks: Attack[], atOnce: number): Promise<Window[]> {
  const queue = [...attacks]
  const windows: Window[] = []
  const sender = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      windows.push(await runAttack(next))
  }
  await Promise.all(Array.from({ length: atOnce }, sender))
  return windows
}

/** The process may still work after it has responded. */
async function listStalls(windows: readonly Window[]) {
  const [first, last] = [Math.min(...windows.map(({ from }) => from)), Date.now()]
  await expect.poll(() => (samples.at(-1)?.at ?? 0) > last).toBe(true)
  const worst = samples
    .filter(({ at }) => at >= first && at <= last)
    .toSorted((a, b) => b.excessMs - a.excessMs)
    .slice(0, 10)
    .map(({ at, responseMs, bareMs, excessMs }) => {
      const during = windows.filter(({ from, to }) => from <= at + responseMs && to + 500 >= at)
      const [response, bare, excess] = [responseMs, bareMs, excessMs].map(Math.round)
      return { excess, response, bare, during: during.map(({ name }) => name).slice(0, 12) }
    })
  console.info(`${samples.length} samples, worst: ${JSON.stringify(worst[0])}`)
  return worst.filter(({ excess = 0 }) => excess > maxExcessMs)
}

/** A pause of the machine looks like a stall, so what was being processed must stall again each time. */
async function expectNoStall(windows: readonly Window[], atOnce: number) {
  const failed = windows.filter(({ statuses }) => statuses.includes(500))
  expect(failed.map(({ name, statuses }) => ({ name, statuses }))).toEqual([])
  let stalls = await listStalls(windows)
  for (let repeat = 0; repeat < maxRepeats && stalls.length > 0; repeat++) {
    const names = new Set(stalls.flatMap(({ during }) => during))
    const again = listAttacks(access, questionIds).filter(({ name }) => names.has(name))
    stalls = await listStalls(await runAll(again, atOnce))
  }
  expect(stalls.map((stall) => JSON.stringify(stall)).join('\n')).toBe('')
}

const questionIds: string[] = []

it('/healthz responds within 200 ms of a bare server, whatever one member sends', async () => {
  const windows = await runAll(listAttacks(access, questionIds), 1)
  // Guards against a test without successful posts.
  expect(questionIds.length).toBeGreaterThan(20)
  await expectNoStall(windows, 1)
}, 900_000)

it('/healthz responds within 200 ms of a bare server when a member sends everything at once', async () => {
  const attacks = listAttacks(access, questionIds).toReversed()
  await expectNoStall(await runAll(attacks, concurrency), concurrency)
}, 900_000)
