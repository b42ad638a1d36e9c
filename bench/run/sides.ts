import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startTier } from '../../scripts/services/nginx.ts'
import { type Server, startServer } from '../program.ts'
import type { Scenario, TwinName } from '../scenarios/scenario.ts'
import { startStatic } from '../twins/nginx.ts'
import { pgbenchDatabase, runPgbench } from '../twins/pgbench.ts'
import type { Recorded, TwinPlan } from '../twins/plan.ts'
import type { BenchSite } from './bench-site.ts'
import type { Side } from './measure.ts'
import { plainOf } from './recording.ts'
import type { Request } from './requests.ts'
import { load, writeScript } from './wrk.ts'

export type Bench = {
  site: BenchSite
  product: Server
  /** The process that all backends of the database come from. */
  postmaster: number
  record(requests: readonly Request[]): Promise<Recorded[]>
}

/** The sides of a scenario, the product first, and how to end what was started for them. */
export async function openSides(bench: Bench, scenario: Scenario) {
  const requests = scenario.requests(bench.site)
  const script = writeScript(requests)
  const isRecorded = scenario.twins.some((twin) => twin !== 'pgbench')
  const recorded = isRecorded ? await bench.record(requests) : []
  const started: Server[] = []
  if (scenario.isThroughTier === true)
    started.push(await startTier(Number(new URL(bench.product.origin).port)))
  const sides: Side[] = [productSide(bench, 'stoa', script, started[0])]
  for (const twin of scenario.twins) {
    if (twin === 'pgbench') {
      sides.push(pgbenchSide(bench))
      continue
    }
    const server = await startTwin(twin, bench, recorded)
    started.push(server)
    const usesDatabase = twin === 'sql' || twin === 'page'
    sides.push({
      name: twin,
      database: databaseOf(bench),
      pids: usesDatabase ? [server.pid, bench.postmaster] : [server.pid],
      load: (how) => load(server.origin, script, how),
    })
  }
  const { beside } = scenario
  if (beside !== undefined)
    sides.push(productSide(bench, beside.name, writeScript(beside.requests(bench.site))))
  return {
    sides,
    statements: recorded.map(({ statements }) => statements.length),
    async close() {
      for (const server of started) await server.stop()
    },
  }
}

const databaseOf = ({ site }: Bench) => new URL(site.databaseUrl).pathname.slice(1)

/** The product, or it and what stands in front of it. */
export function productSide(bench: Bench, name: string, script: string, front?: Server): Side {
  const { product, postmaster } = bench
  return {
    name,
    database: databaseOf(bench),
    pids: [...(front === undefined ? [] : [front.pid]), product.pid, postmaster],
    load: (how) => load((front ?? product).origin, script, how),
  }
}

function pgbenchSide({ site, postmaster }: Bench): Side {
  return {
    name: 'pgbench',
    database: pgbenchDatabase,
    pids: [postmaster],
    load: (how) => runPgbench(site.databaseUrl, how),
  }
}

async function startTwin(
  twin: Exclude<TwinName, 'pgbench'>,
  { site }: Bench,
  recorded: Recorded[],
): Promise<Server> {
  if (twin === 'nginx') {
    const page = recorded[0] === undefined ? Buffer.alloc(0) : plainOf(recorded[0])
    return await startStatic(gzipSync(page), page)
  }
  const kind = twin
  const made = kind === 'bytes' ? recorded.map(compressed) : recorded
  const plan: TwinPlan = { kind, databaseUrl: site.databaseUrl, recorded: made }
  const file = join(mkdtempSync(join(tmpdir(), 'stoa-bench-twin-')), 'plan.json')
  writeFileSync(file, JSON.stringify(plan))
  return await startServer([join(import.meta.dirname, '../twins/server.ts'), file], {})
}

function compressed(recorded: Recorded): Recorded {
  return {
    ...recorded,
    headers: { ...recorded.headers, 'content-encoding': 'gzip' },
    body: gzipSync(plainOf(recorded)).toString('base64'),
  }
}
