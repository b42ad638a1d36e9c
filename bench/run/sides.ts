import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startTier } from '../../scripts/services/nginx.ts'
import { type Server, startServer } from '../program.ts'
import type { Scenario, BaselineName } from '../scenarios/scenario.ts'
import { startStaticNginx } from '../baselines/nginx.ts'
import { pgbenchDatabase, runPgbench } from '../baselines/pgbench.ts'
import type { RecordedResponse, BaselinePlan } from '../baselines/plan.ts'
import type { BenchSite } from './bench-site.ts'
import type { Side } from './measure.ts'
import { toPlainBody } from './recording.ts'
import type { Request } from './requests.ts'
import { load, writeScript } from './wrk.ts'

export type Bench = {
  site: BenchSite
  product: Server
  /** The parent of all database backends. */
  postmaster: number
  record(requests: readonly Request[]): Promise<RecordedResponse[]>
}

/** Stoa first, then the baselines. */
export async function openSides(bench: Bench, scenario: Scenario) {
  const requests = scenario.requests(bench.site)
  const script = writeScript(requests)
  const isRecorded = scenario.baselines.some((baseline) => baseline !== 'pgbench')
  const recorded = isRecorded ? await bench.record(requests) : []
  const servers: Server[] = []
  if (scenario.isThroughNginx === true)
    servers.push(await startTier(Number(new URL(bench.product.origin).port)))
  const sides: Side[] = [productSide(bench, 'stoa', script, servers[0])]
  for (const baseline of scenario.baselines) {
    if (baseline === 'pgbench') {
      sides.push(pgbenchSide(bench))
      continue
    }
    const server = await startBaseline(baseline, bench, recorded)
    servers.push(server)
    const usesDatabase = baseline === 'sql' || baseline === 'page'
    sides.push({
      name: baseline,
      database: databaseOf(bench),
      pids: usesDatabase ? [server.pid, bench.postmaster] : [server.pid],
      load: (options) => load(server.origin, script, options),
    })
  }
  const { comparedTo } = scenario
  if (comparedTo !== undefined)
    sides.push(productSide(bench, comparedTo.name, writeScript(comparedTo.requests(bench.site))))
  return {
    sides,
    statements: recorded.map(({ statements }) => statements.length),
    async close() {
      for (const server of servers) await server.stop()
    },
  }
}

const databaseOf = ({ site }: Bench) => new URL(site.databaseUrl).pathname.slice(1)

/** Stoa, with the proxy in front of it if there is one. */
export function productSide(bench: Bench, name: string, script: string, proxy?: Server): Side {
  const { product, postmaster } = bench
  return {
    name,
    database: databaseOf(bench),
    pids: [...(proxy === undefined ? [] : [proxy.pid]), product.pid, postmaster],
    load: (options) => load((proxy ?? product).origin, script, options),
  }
}

function pgbenchSide({ site, postmaster }: Bench): Side {
  return {
    name: 'pgbench',
    database: pgbenchDatabase,
    pids: [postmaster],
    load: (options) => runPgbench(site.databaseUrl, options),
  }
}

async function startBaseline(
  baseline: Exclude<BaselineName, 'pgbench'>,
  { site }: Bench,
  recorded: RecordedResponse[],
): Promise<Server> {
  if (baseline === 'nginx') {
    const page = recorded[0] === undefined ? Buffer.alloc(0) : toPlainBody(recorded[0])
    return await startStaticNginx(gzipSync(page), page)
  }
  const kind = baseline
  const responses = kind === 'bytes' ? recorded.map(compress) : recorded
  const plan: BaselinePlan = { kind, databaseUrl: site.databaseUrl, recorded: responses }
  const file = join(mkdtempSync(join(tmpdir(), 'stoa-bench-baseline-')), 'plan.json')
  writeFileSync(file, JSON.stringify(plan))
  return await startServer([join(import.meta.dirname, '../baselines/server.ts'), file], {})
}

function compress(recorded: RecordedResponse): RecordedResponse {
  return {
    ...recorded,
    headers: { ...recorded.headers, 'content-encoding': 'gzip' },
    body: gzipSync(toPlainBody(recorded)).toString('base64'),
  }
}
