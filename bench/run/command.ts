import { parseArgs } from 'node:util'
import { freePort, readPorts } from '../../scripts/services/ports.ts'
import { benchUrl, makeDatabase } from '../data/command.ts'
import { buildProduct, type Server, startProduct } from '../program.ts'
import { scenarios } from '../scenarios/all.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { overload, stampede } from '../scenarios/stampede.ts'
import { pgbenchDatabase, preparePgbench } from '../twins/pgbench.ts'
import { openBenchSite } from './bench-site.ts'
import { measure, quantile, type Rounds } from './measure.ts'
import { openLoop } from './open-loop.ts'
import { startRecording } from './recording.ts'
import {
  commitOf,
  heading,
  linesOf,
  type Report,
  type ScenarioReport,
  tableOf,
  writeReport,
} from './report.ts'
import { type Bench, openSides } from './sides.ts'
import { load, writeScript } from './wrk.ts'

const crowds = ['stampede', 'overload'] as const

/** `pnpm bench run [--only a,b] [--rounds 7] [--seconds 3] [--database <url>] [--json file]` */
export async function run(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '3' },
      database: { type: 'string' },
      json: { type: 'string' },
    },
  })
  const report = await measureAll({
    databaseUrl: values.database ?? benchUrl('bench_10k'),
    only: values.only?.split(',') ?? [...scenarios.map(({ name }) => name), ...crowds],
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
  })
  if (values.json !== undefined) writeReport(values.json, report)
}

type Wish = Rounds & { databaseUrl: string; only: readonly string[] }

export async function measureAll({ databaseUrl, only, rounds, seconds }: Wish): Promise<Report> {
  const known = [...scenarios.map(({ name }) => name), ...crowds]
  const unknown = only.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new Error(`no scenario ${unknown}; there are ${known.join(', ')}`)
  const wanted = scenarios.filter(({ name }) => only.includes(name))
  await using bench = await openBench(databaseUrl, wanted)
  const { site } = bench
  const report: Report = {
    commit: commitOf(),
    database: new URL(databaseUrl).pathname.slice(1),
    questions: site.questions,
    rounds,
    seconds,
    scenarios: [],
  }
  console.log(`${report.database}, ${site.questions} questions, ${rounds} rounds of ${seconds} s`)
  console.log(heading)
  for (const scenario of wanted) {
    const measured = await measureOne(bench, scenario, { rounds, seconds })
    console.log(tableOf(measured))
    report.scenarios.push(measured)
  }
  if (only.includes('stampede')) report.stampede = tell('stampede', await watchStampede(bench))
  if (only.includes('overload')) report.overload = tell('overload', await watchOverload(bench))
  return report
}

function tell<T extends Record<string, number>>(name: string, values: T): T {
  const parts = Object.entries(values).map(([key, value]) => `${key} ${Number(value.toFixed(2))}`)
  console.log(`${name.padEnd(16)} ${parts.join(', ')}`)
  return values
}

async function measureOne(bench: Bench, scenario: Scenario, how: Rounds): Promise<ScenarioReport> {
  const { sides, statements, close } = await openSides(bench, scenario)
  try {
    const measured = await measure(sides, how)
    const peak = quantile(measured[0]?.perSecond ?? [], 0.5)
    const { replies: _, ...latency } =
      scenario.hasLatency === true
        ? await openLoop(bench.product.origin, scenario.requests(bench.site), {
            rate: peak / 2,
            seconds: how.seconds,
          })
        : { replies: [] }
    return {
      name: scenario.name,
      measured,
      lines: linesOf(measured),
      statements: statements.length === 0 ? null : Math.max(...statements),
      ...('p50' in latency ? { latency } : {}),
    }
  } finally {
    await close()
  }
}

async function openBench(databaseUrl: string, wanted: readonly Scenario[]) {
  const { postgres } = readPorts()
  if (postgres === undefined) throw new Error('no PostgreSQL here: run `pnpm services start`')
  await buildProduct()
  if (wanted.some(({ twins }) => twins.includes('pgbench'))) {
    await makeDatabase(benchUrl(pgbenchDatabase))
    preparePgbench(databaseUrl)
  }
  await using opened = new AsyncDisposableStack()
  const site = await openBenchSite(databaseUrl)
  const product = opened.adopt(await startProduct(databaseUrl), stop)
  const recording = opened.adopt(await startRecording(databaseUrl), (it) => it.stop())
  const parts = opened.move()
  const bench: Bench = { site, product, postmaster: postgres.pid, record: recording.record }
  return { ...bench, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

const stop = (server: Server) => server.stop()

/** On a process that has seen nothing yet. */
async function watchStampede({ site }: Bench) {
  const port = await freePort()
  const product = await startProduct(site.databaseUrl, { STOA_METRICS_PORT: String(port) })
  const watched = { ...product, metricsOrigin: `http://127.0.0.1:${port}` }
  try {
    return await stampede(site, watched)
  } finally {
    await product.stop()
  }
}

async function watchOverload(bench: Bench) {
  const { site, product } = bench
  const requests = site.pages.map(({ path }) => ({ path }))
  const script = writeScript(requests)
  await load(product.origin, script, { seconds: 3, connections: 16 })
  const { requests: count, seconds } = await load(product.origin, script, {
    seconds: 3,
    connections: 16,
  })
  return { peak: count / seconds, ...(await overload(site, product, count / seconds)) }
}
