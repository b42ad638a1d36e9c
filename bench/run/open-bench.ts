import { readPorts } from '../../scripts/services/ports.ts'
import { benchUrl, makeDatabase } from '../data/command.ts'
import { buildProduct, type Server, startProduct } from '../program.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { pgbenchDatabase, preparePgbench } from '../twins/pgbench.ts'
import { openBenchSite } from './bench-site.ts'
import { measure, quantile, type Rounds } from './measure.ts'
import { openLoop } from './open-loop.ts'
import { startRecording } from './recording.ts'
import { linesOf, type ScenarioReport } from './report.ts'
import { type Bench, openSides } from './sides.ts'

/** The product on a filled database, ready to be measured. */
export async function openBench(databaseUrl: string, wanted: readonly Scenario[]) {
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

export async function measureOne(
  bench: Bench,
  scenario: Scenario,
  how: Rounds,
): Promise<ScenarioReport> {
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
