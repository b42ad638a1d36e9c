import { parseArgs } from 'node:util'
import { freePort } from '../../scripts/services/ports.ts'
import { benchUrl } from '../data/command.ts'
import { startProduct } from '../program.ts'
import { scenarios } from '../scenarios/all.ts'
import { overload, stampede } from '../scenarios/stampede.ts'
import type { Rounds } from './measure.ts'
import { measureOne, openBench } from './open-bench.ts'
import { commitOf, heading, type Report, tableOf, writeReport } from './report.ts'
import { unkept } from './requests.ts'
import type { Bench } from './sides.ts'
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

async function measureAll({ databaseUrl, only, rounds, seconds }: Wish): Promise<Report> {
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
  const script = writeScript(site.pages.map(unkept))
  await load(product.origin, script, { seconds: 3, connections: 16 })
  const { requests: count, seconds } = await load(product.origin, script, {
    seconds: 3,
    connections: 16,
  })
  return { peak: count / seconds, ...(await overload(site, product, count / seconds)) }
}
