import { fetchTransport } from '@stoa/contract/client'
import { currentUser } from '@stoa/contract/features/accounts'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPerson } from '../src/features/accounts/accounts.factory.ts'
import { aBareServer } from './bare-server.ts'
import { answering } from './challenges.ts'
import { aProgram, type Program, type Running } from './program.ts'
import { aSite, type TestSite } from './site.ts'
import { type Attack, attacksInTurn, type Reach } from './stall/attacks.ts'
import type { Sample } from './stall/probe.ts'

/** The most that /healthz may take longer than a bare server. */
const mostExcessMs = 200
const atOnce = 12

let site: TestSite
let program: Program
let running: Running
let twin: Awaited<ReturnType<typeof aBareServer>>
let probe: ChildProcess
let reach: Reach
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
  twin = await aBareServer()
  reach = await aMember()
  await warmUp()
  const args = [`${running.origin}/healthz`, twin.origin, String(running.pid)]
  probe = fork(join(import.meta.dirname, 'stall/probe.ts'), args, { execArgv: [] })
  probe.on('message', (sample: Sample) => samples.push(sample))
  await once(probe, 'message')
}, 300_000)

afterAll(async () => {
  probe.kill()
  twin.child.kill()
  await running.kill()
  program.remove()
  rmSync(files, { recursive: true, force: true })
  await site.close()
})

async function aMember(): Promise<Reach> {
  const { token } = await aPerson(site.ctx, { name: 'Ada' })
  const user = await site.as(token).call(currentUser, {})
  const headers = { authorization: `Bearer ${token}` }
  const transport = answering(site.ctx, fetchTransport(running.origin, headers))
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

/** What runs for the first time takes longer: modules are loaded and nothing is compiled yet. */
async function warmUp() {
  const benign = attacksInTurn(reach, []).filter(({ name }) => name.endsWith(': other scripts'))
  for (let round = 0; round < 3; round++) for (const { run } of benign) await run()
}

type Window = { name: string; from: number; to: number; statuses: number[] }

async function runAttack({ name, run }: Attack): Promise<Window> {
  const from = Date.now()
  const statuses = await run()
  return { name, from, to: Date.now(), statuses }
}

/** The worst samples, each with what was being done; the process also works after it has replied. */
function worstOf(windows: readonly Window[]) {
  const [first, last] = [Math.min(...windows.map(({ from }) => from)), Date.now()]
  return samples
    .filter(({ at }) => at >= first && at <= last)
    .toSorted((a, b) => b.excessMs - a.excessMs)
    .slice(0, 10)
    .map(({ at, answerMs, twinMs, excessMs }) => {
      const during = windows.filter(({ from, to }) => from <= at + answerMs && to + 500 >= at)
      const [answer, bare, excess] = [answerMs, twinMs, excessMs].map(Math.round)
      return { excess, answer, bare, during: during.map(({ name }) => name).slice(0, 12) }
    })
}

function expectNoStall(windows: readonly Window[]) {
  const worst = worstOf(windows)
  console.info(`${samples.length} samples, worst: ${JSON.stringify(worst[0])}`)
  const stalls = worst.filter(({ excess = 0 }) => excess > mostExcessMs)
  expect(stalls.map((stall) => JSON.stringify(stall)).join('\n')).toBe('')
  const failed = windows.filter(({ statuses }) => statuses.includes(500))
  expect(failed.map(({ name, statuses }) => ({ name, statuses }))).toEqual([])
}

const asked: string[] = []

it('/healthz answers within 200 ms of a bare server, whatever one member sends', async () => {
  const windows: Window[] = []
  for (const attack of attacksInTurn(reach, asked)) windows.push(await runAttack(attack))
  // Without these the test would prove nothing.
  expect(asked.length).toBeGreaterThan(20)
  expectNoStall(windows)
}, 900_000)

it('/healthz answers within 200 ms of a bare server when a member sends it all at once', async () => {
  const attacks = attacksInTurn(reach, asked)
  const windows: Window[] = []
  const sender = async () => {
    for (let next = attacks.pop(); next !== undefined; next = attacks.pop())
      windows.push(await runAttack(next))
  }
  await Promise.all(Array.from({ length: atOnce }, sender))
  expectNoStall(windows)
}, 900_000)
