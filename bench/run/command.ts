import { parseArgs } from 'node:util'
import { freePort } from '../../scripts/services/ports.ts'
import { benchUrl } from '../data/command.ts'
import { startProduct } from '../program.ts'
import { scenarios } from '../scenarios/all.ts'
import { overload, stampede } from '../scenarios/stampede.ts'
import type { Rounds } from './measure.ts'
import { measureScenario, openBench } from './open-bench.ts'
import { readCommit, heading, type Report, formatTable, writeReport } from './report.ts'
import { uncached } from './requests.ts'
import type { Bench } from './sides.ts'
import { load, writeScript } from './wrk.ts'

const specialScenarios = ['stampede', 'overload'] as const

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
    only: values.only?.split(',') ?? [...scenarios.map(({ name }) => name), ...specialScenarios],
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
  })
  if (values.json !== undefined) writeReport(values.json, report)
}

type RunOptions = Rounds & { databaseUrl: string; only: readonly string[] }

async function measureAll({ databaseUrl, only, rounds, seconds }: RunOptions): Promise<Report> {
  const knownNames = [...scenarios.map(({ name }) => name), ...specialScenarios]
  const unknownName = only.find((name) => !knownNames.includes(name))
  if (unknownName !== undefined)
    throw new Error(`unknown scenario ${unknownName}; known: ${knownNames.join(', ')}`)
  const selected = scenarios.filter(({ name }) => only.includes(name))
  await using bench = await openBench(databaseUrl, selected)
  const { site } = bench
  const report: Report = {
    commit: readCommit(),
    database: new URL(databaseUrl).pathname.slice(1),
    questions: site.questions,
    rounds,
    seconds,
    scenarios: [],
  }
  console.log(`${report.database}, ${site.questions} questions, ${rounds} rounds of ${seconds} s`)
  console.log(heading)
  for (const scenario of selected) {
    const measured = await measureScenario(bench, scenario, { rounds, seconds })
    console.log(formatTable(measured))
    report.scenarios.push(measured)
  }
  if (only.includes('stampede'))
    report.stampede = printValues('stampede', await measureStampede(bench))
  if (only.includes('overload'))
    report.overload = printValues('overload', await measureOverload(bench))
  return report
}

function printValues<T extends Record<string, number>>(name: string, values: T): T {
  const parts = Object.entries(values).map(([key, value]) => `${key} ${Number(value.toFixed(2))}`)
  console.log(`${name.padEnd(18)} ${parts.join(', ')}`)
  return values
}

/** On a new process with empty caches. */
async function measureStampede({ site }: Bench) {
  const port = await freePort()
  const product = await startProduct(site.databaseUrl, { STOA_METRICS_PORT: String(port) })
  const measuredProduct = { ...product, metricsOrigin: `http://127.0.0.1:${port}` }
  try {
    return await stampede(site, measuredProduct)
  } finally {
    await product.stop()
  }
}

async function measureOverload(bench: Bench) {
  const { site, product } = bench
  const script = writeScript(site.pages.map(uncached))
  await load(product.origin, script, { seconds: 3, connections: 16 })
  const { requests: count, seconds } = await load(product.origin, script, {
    seconds: 3,
    connections: 16,
  })
  return { peak: count / seconds, ...(await overload(site, product, count / seconds)) }
}
