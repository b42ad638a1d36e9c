import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { shortDatabase } from '../data/short-data.ts'
import { buildProduct, type Server, startProduct, startServer } from '../program.ts'
import type { TwinPlan } from '../twins/plan.ts'
import { cpuOf } from './cpu.ts'
import { quantile } from './measure.ts'
import { memoryAtRest, restMs } from './memory.ts'

const goals = { seconds: 2, megabytes: 140 }
const starts = 5

/** What one start took: until it was ready, and what it holds when it has nothing to do. */
type Started = { seconds: number; cpuSeconds: number; megabytes: number }

/** `pnpm bench start [--database <url>]`: from start to ready, and memory at rest, beside a bare Fastify. */
export async function start(args: string[]) {
  const { values } = parseArgs({ args, options: { database: { type: 'string' } } })
  await buildProduct()
  const databaseUrl = values.database ?? (await shortDatabase())
  const plan = bareplan(databaseUrl)
  const ours: Started[] = []
  const bare: Started[] = []
  for (let turn = 0; turn < starts; turn++) {
    ours.push(await watch(() => startProduct(databaseUrl)))
    bare.push(await watch(() => startServer([twin, plan], {})))
  }
  console.log(
    `${starts} starts in turns, the middle one; at rest: ${restMs / 1_000} s after the first page`,
  )
  tell('stoa', ours)
  tell('bare Fastify', bare)
  const isFine =
    middle(ours, 'seconds') <= goals.seconds && middle(ours, 'megabytes') <= goals.megabytes
  console.log(`goal: ${goals.seconds} s, ${goals.megabytes} MB: ${isFine ? 'held' : 'MISSED'}`)
  if (!isFine) process.exitCode = 1
}

const twin = join(import.meta.dirname, '../twins/server.ts')

function bareplan(databaseUrl: string) {
  const file = join(mkdtempSync(join(tmpdir(), 'stoa-bench-start-')), 'plan.json')
  const page = { path: '/', statements: [], headers: {}, body: '' }
  const plan: TwinPlan = { kind: 'bytes', databaseUrl, recorded: [page] }
  writeFileSync(file, JSON.stringify(plan))
  return file
}

async function watch(begin: () => Promise<Server>): Promise<Started> {
  const from = performance.now()
  const server = await begin()
  const seconds = (performance.now() - from) / 1_000
  const cpuSeconds = cpuOf(server.pid) / 1e6
  try {
    return { seconds, cpuSeconds, megabytes: await memoryAtRest(server) }
  } finally {
    await server.stop()
  }
}

const middle = (all: readonly Started[], name: keyof Started) =>
  quantile(
    all.map((one) => one[name]),
    0.5,
  )

function tell(name: string, all: readonly Started[]) {
  const ready = `${middle(all, 'seconds').toFixed(2)} s`
  const cpu = `${middle(all, 'cpuSeconds').toFixed(2)} s`
  console.log(
    `${name.padEnd(13)} ready after ${ready} (${cpu} of processor time), ${middle(all, 'megabytes').toFixed(0)} MB`,
  )
}
