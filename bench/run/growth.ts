import { parseArgs } from 'node:util'
import { benchUrl } from '../data/command.ts'
import { scenarios } from '../scenarios/all.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { measure } from './measure.ts'
import { openBench } from './open-bench.ts'
import { heading, compareSides, formatTable } from './report.ts'
import { type Bench, productSide } from './sides.ts'
import { writeScript } from './wrk.ts'

const goal = 1.25

/** `pnpm bench growth [--small <url>] [--large <url>]`: cost of the same reads on a larger site. */
export async function growth(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      small: { type: 'string', default: benchUrl('bench_10k') },
      large: { type: 'string', default: benchUrl('bench_1m') },
      only: { type: 'string' },
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '2' },
    },
  })
  await using small = await openBench(values.small, [])
  await using large = await openBench(values.large, [])
  const rounds = { rounds: Number(values.rounds), seconds: Number(values.seconds) }
  const only = values.only?.split(',')
  console.log(`${large.site.questions} questions compared with ${small.site.questions}`)
  console.log(heading)
  const exceeded: string[] = []
  for (const scenario of readScenarios.filter(({ name }) => only?.includes(name) ?? true)) {
    const measured = await measure(
      [createSide(large, scenario), createSide(small, scenario)],
      rounds,
    )
    const lines = compareSides(measured)
    console.log(formatTable({ name: scenario.name, measured, lines, statements: null }))
    if (!lines.every(({ cpu }) => cpu.median <= goal)) exceeded.push(scenario.name)
  }
  console.log(
    `goal: ${goal}: ${exceeded.length === 0 ? 'met' : `EXCEEDED by ${exceeded.join(', ')}`}`,
  )
  if (exceeded.length > 0) process.exitCode = 1
}

const readScenarios = scenarios.filter(
  ({ baselines, isThroughNginx }) =>
    baselines.some((baseline) => baseline !== 'pgbench') && isThroughNginx !== true,
)

function createSide(bench: Bench, { requests }: Scenario) {
  const { questions } = bench.site
  return productSide(bench, String(questions), writeScript(requests(bench.site)))
}
