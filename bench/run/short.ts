import { appendResult, clearResults } from '../../scripts/ci/results.ts'
import { shortDatabase } from '../data/short-data.ts'
import { allowed, mostMemory, recorded } from '../limits.ts'
import { scenarios } from '../scenarios/all.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { Rounds } from './measure.ts'
import { memoryAtRest } from './memory.ts'
import { measureOne, openBench } from './open-bench.ts'
import { untilQuiet } from './quiet.ts'
import { heading, type ScenarioReport, tableOf } from './report.ts'
import type { Bench } from './sides.ts'

const warm = { requests: 500, seconds: 3 }
const first: Rounds = { rounds: 3, seconds: 1, warm }
/** Another process that wakes up can spoil one measurement; what has become dearer is dear both times. */
const second: Rounds = { rounds: 5, seconds: 1, warm }

type Limit = (typeof recorded)[number]

/** `pnpm bench short`: a minute that tells whether something has become much dearer than it was. */
export async function short() {
  await using bench = await openBench(await shortDatabase(), recorded.map(scenarioOf))
  console.log(`the machine is ${((await untilQuiet()) * 100).toFixed(0)} % busy with other things`)
  const memory = await memoryAtRest(bench.product)
  console.log(heading)
  const verdicts = []
  for (const limit of recorded) verdicts.push(await judge(bench, limit))
  console.log(`\n${'scenario'.padEnd(16)} ${'beside'.padEnd(9)} recorded   now   allowed`)
  for (const { scenario, beside, cpu, now, isFine } of verdicts)
    console.log(
      `${scenario.padEnd(16)} ${beside.padEnd(9)} ${fixed(cpu)} ${fixed(now)} ${fixed(cpu * allowed)}  ${isFine ? 'ok' : 'TOO DEAR'}`,
    )
  const isSmall = memory <= mostMemory
  console.log(
    `memory at rest: ${memory.toFixed(0)} MB of ${mostMemory}  ${isSmall ? 'ok' : 'TOO MUCH'}`,
  )
  const results = [
    ...verdicts.map(({ scenario, now, cpu, isFine }) => ({
      name: scenario,
      isFine,
      message: `${now.toFixed(2)} times its twin; at most ${(cpu * allowed).toFixed(2)}`,
    })),
    { name: 'memory', isFine: isSmall, message: `${memory.toFixed(0)} MB; at most ${mostMemory}` },
  ]
  clearResults('bench')
  for (const { name, isFine, message } of results)
    appendResult({ stage: 'bench', name, status: isFine ? 'passed' : 'failed', message })
  if (results.every(({ isFine }) => isFine)) return
  console.log(help)
  process.exitCode = 1
}

const help = `
TOO DEAR: this takes 1.5 times the processor time, beside its twin, that bench/limits.ts has written down, twice in a row.
Find what it is with \`pnpm bench run --only <scenario>\` on this commit and on the one before; if it is worth it, write
the new ratio down there and say why in the commit.`

const fixed = (value: number) => value.toFixed(2).padStart(7)

/** The scenario, beside the one twin that has a limit. */
function scenarioOf({ scenario, beside }: Limit): Scenario {
  const known = scenarios.find(({ name }) => name === scenario)
  if (known === undefined) throw new Error(`limits.ts: no scenario ${scenario}`)
  return { ...known, twins: known.twins.filter((twin) => twin === beside), hasLatency: false }
}

async function judge(bench: Bench, limit: Limit) {
  const measured = await measureOne(bench, scenarioOf(limit), first)
  console.log(tableOf(measured))
  const verdict = verdictOf(limit, measured)
  if (verdict.isFine) return verdict
  console.log('  too dear; once more:')
  const again = await measureOne(bench, scenarioOf(limit), second)
  console.log(tableOf(again))
  return verdictOf(limit, again)
}

/** A limit with what was measured; what was not measured is not fine. */
export function verdictOf(limit: Limit, { lines }: Pick<ScenarioReport, 'lines'>) {
  const now = lines.find(({ beside }) => beside === limit.beside)?.cpu.median ?? Number.NaN
  return { ...limit, now, isFine: now <= limit.cpu * allowed }
}
