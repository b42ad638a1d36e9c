import { appendResult, clearResults } from '../../scripts/ci/results.ts'
import { createShortDatabase } from '../data/short-data.ts'
import { allowed, maxMemory, recorded } from '../limits.ts'
import { scenarios } from '../scenarios/all.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { Rounds } from './measure.ts'
import { measureIdleMemory, readIdleMemory } from './memory.ts'
import { measureScenario, openBench } from './open-bench.ts'
import { waitForIdle } from './wait-for-idle.ts'
import { heading, type ScenarioReport, formatTable } from './report.ts'
import type { Bench } from './sides.ts'

const warmUpLimit = { requests: 1_500, seconds: 6 }
/** Single rounds of a second differ by a third, so fewer would fail by chance. */
const firstRun: Rounds = { rounds: 7, seconds: 1, warmUpLimit }
/** Another process can disturb one measurement; a regression shows in both. */
const secondRun: Rounds = { rounds: 11, seconds: 1, warmUpLimit }

type Limit = (typeof recorded)[number]

/** `pnpm bench short`: checks for CPU regressions in three minutes. */
export async function short() {
  await using bench = await openBench(await createShortDatabase(), recorded.map(toScenario))
  console.log(`machine load by other processes: ${((await waitForIdle()) * 100).toFixed(0)}%`)
  const memory = await measureMemory(bench.product)
  console.log(heading)
  const verdicts = []
  for (const limit of recorded) verdicts.push(await checkLimit(bench, limit))
  console.log(`\n${'scenario'.padEnd(18)} ${'baseline'.padEnd(9)} recorded   now   allowed`)
  for (const { scenario, baseline, cpu, now, isOk } of verdicts)
    console.log(
      `${scenario.padEnd(18)} ${baseline.padEnd(9)} ${formatNumber(cpu)} ${formatNumber(now)} ${formatNumber(cpu * allowed)}  ${isOk ? 'ok' : 'TOO SLOW'}`,
    )
  const isMemoryOk = memory <= maxMemory
  console.log(
    `idle memory: ${memory.toFixed(0)} MB of ${maxMemory}  ${isMemoryOk ? 'ok' : 'TOO MUCH'}`,
  )
  const results = [
    ...verdicts.map(({ scenario, now, cpu, isOk }) => ({
      name: scenario,
      isOk,
      message: `${now.toFixed(2)} times its baseline; at most ${(cpu * allowed).toFixed(2)}`,
    })),
    { name: 'memory', isOk: isMemoryOk, message: `${memory.toFixed(0)} MB; at most ${maxMemory}` },
  ]
  clearResults('bench')
  for (const { name, isOk, message } of results)
    appendResult({ stage: 'bench', name, status: isOk ? 'passed' : 'failed', message })
  if (results.every(({ isOk }) => isOk)) return
  console.log(help)
  process.exitCode = 1
}

/** On a busy machine V8 may take longer to return memory. */
const longPauseMs = 20_000

async function measureMemory(product: Bench['product']) {
  const memory = await measureIdleMemory(product)
  return memory <= maxMemory ? memory : await readIdleMemory(product.pid, longPauseMs)
}

const help = `
TOO SLOW: the CPU time relative to the baseline exceeded 1.5 times the record in bench/limits.ts, twice in a row.
Find the cause with \`pnpm bench run --only <scenario>\` on this commit and on the previous one. If it is
justified, update the record and explain why in the commit.`

const formatNumber = (value: number) => value.toFixed(2).padStart(7)

/** The scenario with only the baseline that has a limit. */
function toScenario({ scenario, baseline }: Limit): Scenario {
  const known = scenarios.find(({ name }) => name === scenario)
  if (known === undefined) throw new Error(`limits.ts: unknown scenario ${scenario}`)
  return {
    ...known,
    baselines: known.baselines.filter((name) => name === baseline),
    hasLatency: false,
  }
}

async function checkLimit(bench: Bench, limit: Limit) {
  const measured = await measureScenario(bench, toScenario(limit), firstRun)
  console.log(formatTable(measured))
  const verdict = verdictOf(limit, measured)
  if (verdict.isOk) return verdict
  console.log('  too slow; measuring again:')
  const repeated = await measureScenario(bench, toScenario(limit), secondRun)
  console.log(formatTable(repeated))
  return verdictOf(limit, repeated)
}

/** Not ok when there is no measurement. */
export function verdictOf(limit: Limit, { lines }: Pick<ScenarioReport, 'lines'>) {
  const now = lines.find(({ baseline }) => baseline === limit.baseline)?.cpu.median ?? Number.NaN
  return { ...limit, now, isOk: now <= limit.cpu * allowed }
}
