import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createShortDatabase } from '../data/short-data.ts'
import { buildProduct } from '../../scripts/build/product.ts'
import { type Server, startProduct, startServer } from '../program.ts'
import type { BaselinePlan } from '../baselines/plan.ts'
import { cpuOf } from './cpu.ts'
import { quantile } from './measure.ts'
import { measureIdleMemory, idleMs } from './memory.ts'

const goals = { seconds: 2, megabytes: 90 }
const starts = 5

type StartResult = { seconds: number; cpuSeconds: number; megabytes: number }

/** `pnpm bench start [--database <url>]`: startup time and idle memory, compared with a bare Fastify. */
export async function start(args: string[]) {
  const { values } = parseArgs({ args, options: { database: { type: 'string' } } })
  await buildProduct()
  const databaseUrl = values.database ?? (await createShortDatabase())
  const plan = writeBarePlan(databaseUrl)
  const stoaResults: StartResult[] = []
  const bareResults: StartResult[] = []
  for (let round = 0; round < starts; round++) {
    stoaResults.push(await measureStart(() => startProduct(databaseUrl)))
    bareResults.push(await measureStart(() => startServer([baselineServer, plan], {})))
  }
  console.log(
    `${starts} alternating starts, median; idle anonymous memory ${idleMs / 1_000} s after the first page`,
  )
  printResult('stoa', stoaResults)
  printResult('bare Fastify', bareResults)
  const isOk =
    medianOf(stoaResults, 'seconds') <= goals.seconds &&
    medianOf(stoaResults, 'megabytes') <= goals.megabytes
  console.log(`goal: ${goals.seconds} s, ${goals.megabytes} MB: ${isOk ? 'met' : 'EXCEEDED'}`)
  if (!isOk) process.exitCode = 1
}

const baselineServer = join(import.meta.dirname, '../baselines/server.ts')

function writeBarePlan(databaseUrl: string) {
  const file = join(mkdtempSync(join(tmpdir(), 'stoa-bench-start-')), 'plan.json')
  const page = { path: '/', statements: [], headers: {}, body: '' }
  const plan: BaselinePlan = { kind: 'bytes', databaseUrl, recorded: [page] }
  writeFileSync(file, JSON.stringify(plan))
  return file
}

async function measureStart(launch: () => Promise<Server>): Promise<StartResult> {
  const from = performance.now()
  const server = await launch()
  const seconds = (performance.now() - from) / 1_000
  const cpuSeconds = cpuOf(server.pid) / 1e6
  try {
    return { seconds, cpuSeconds, megabytes: await measureIdleMemory(server) }
  } finally {
    await server.stop()
  }
}

const medianOf = (results: readonly StartResult[], name: keyof StartResult) =>
  quantile(
    results.map((result) => result[name]),
    0.5,
  )

function printResult(name: string, results: readonly StartResult[]) {
  const ready = `${medianOf(results, 'seconds').toFixed(2)} s`
  const cpu = `${medianOf(results, 'cpuSeconds').toFixed(2)} s`
  console.log(
    `${name.padEnd(13)} ready after ${ready} (${cpu} of CPU time), ${medianOf(results, 'megabytes').toFixed(0)} MB`,
  )
}
