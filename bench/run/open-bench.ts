import { readPorts } from '../../scripts/services/ports.ts'
import { benchUrl, recreateDatabase } from '../data/command.ts'
import { buildProduct } from '../../scripts/build/product.ts'
import { type Server, startProduct } from '../program.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { pgbenchDatabase, preparePgbench } from '../baselines/pgbench.ts'
import { openBenchSite } from './bench-site.ts'
import { turnOnFsync } from './fsync.ts'
import { measure, quantile, type Rounds } from './measure.ts'
import { openLoop } from './open-loop.ts'
import { startRecording } from './recording.ts'
import { compareSides, type ScenarioReport } from './report.ts'
import { type Bench, openSides } from './sides.ts'

/** Starts Stoa on a filled database. */
export async function openBench(databaseUrl: string, selected: readonly Scenario[]) {
  const { postgres } = readPorts()
  if (postgres === undefined)
    throw new Error('PostgreSQL is not running: run `pnpm services start`')
  await buildProduct()
  if (selected.some(({ baselines }) => baselines.includes('pgbench'))) {
    await recreateDatabase(benchUrl(pgbenchDatabase))
    preparePgbench(databaseUrl)
  }
  await using stack = new AsyncDisposableStack()
  stack.use(await turnOnFsync())
  const site = await openBenchSite(databaseUrl)
  const product = stack.adopt(await startProduct(databaseUrl), stopServer)
  const recording = stack.adopt(await startRecording(databaseUrl), (one) => one.stop())
  const resources = stack.move()
  const bench: Bench = { site, product, postmaster: postgres.pid, record: recording.record }
  return { ...bench, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

const stopServer = (server: Server) => server.stop()

export async function measureScenario(
  bench: Bench,
  scenario: Scenario,
  options: Rounds,
): Promise<ScenarioReport> {
  const { sides, statements, close } = await openSides(bench, scenario)
  try {
    const measured = await measure(sides, options)
    const peak = quantile(measured[0]?.perSecond ?? [], 0.5)
    const { responses: _, ...latency } =
      scenario.hasLatency === true
        ? await openLoop(bench.product.origin, scenario.requests(bench.site), {
            rate: peak / 2,
            seconds: options.seconds,
          })
        : { responses: [] }
    return {
      name: scenario.name,
      measured,
      lines: compareSides(measured),
      statements: statements.length === 0 ? null : Math.max(...statements),
      ...('p50' in latency ? { latency } : {}),
    }
  } finally {
    await close()
  }
}
