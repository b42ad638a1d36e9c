import { parseArgs } from 'node:util'
import { benchUrl } from '../data/command.ts'
import { scenarios } from '../scenarios/all.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { measure } from './measure.ts'
import { openBench } from './open-bench.ts'
import { heading, linesOf, tableOf } from './report.ts'
import { type Bench, productSide } from './sides.ts'
import { writeScript } from './wrk.ts'

const goal = 1.25

/** `pnpm bench growth [--small <url>] [--large <url>]`: what the same reads cost on a site with much more in it. */
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
  console.log(`${large.site.questions} questions beside ${small.site.questions}`)
  console.log(heading)
  const missed: string[] = []
  for (const scenario of reads.filter(({ name }) => only?.includes(name) ?? true)) {
    const measured = await measure([sideOf(large, scenario), sideOf(small, scenario)], rounds)
    const lines = linesOf(measured)
    console.log(tableOf({ name: scenario.name, measured, lines, statements: null }))
    if (!lines.every(({ cpu }) => cpu.median <= goal)) missed.push(scenario.name)
  }
  console.log(`goal: ${goal}: ${missed.length === 0 ? 'held' : `MISSED by ${missed.join(', ')}`}`)
  if (missed.length > 0) process.exitCode = 1
}

const reads = scenarios.filter(
  ({ twins, isThroughTier }) => twins.some((twin) => twin !== 'pgbench') && isThroughTier !== true,
)

function sideOf(bench: Bench, { requests }: Scenario) {
  const { questions } = bench.site
  return productSide(bench, String(questions), writeScript(requests(bench.site)))
}
