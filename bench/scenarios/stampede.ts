import { Agent } from 'node:http'
import type { BenchSite } from '../run/bench-site.ts'
import { openLoop, sendOne } from '../run/open-loop.ts'
import { quantile } from '../run/measure.ts'
import { uncached } from '../run/requests.ts'
import type { Server } from '../program.ts'

/** A separate server with metrics. */
export type MonitoredServer = Server & { metricsOrigin: string }

const readerCount = 1_000

/** A thousand readers open an uncached page at once: how many times is it rendered? */
export async function stampede({ pages }: BenchSite, product: MonitoredServer) {
  const [warmUpPage, singlePage, uncachedPage] = pages.slice(-3)
  if (warmUpPage === undefined || singlePage === undefined || uncachedPage === undefined)
    throw new Error('too few pages for a stampede')
  const agent = new Agent({ keepAlive: true, maxSockets: readerCount })
  const open = (path: string) => sendOne(agent, product.origin, { path }, performance.now())
  await open(warmUpPage.path)
  const before = await readStatementCount(product)
  await open(singlePage.path)
  const singleStatements = (await readStatementCount(product)) - before
  const responses = await Promise.all(
    Array.from({ length: readerCount }, () => open(uncachedPage.path)),
  )
  const crowdStatements = (await readStatementCount(product)) - before - singleStatements
  agent.destroy()
  return {
    readers: readerCount,
    succeeded: responses.filter(({ status }) => status === 200).length,
    p99: quantile(
      responses.map(({ ms }) => ms),
      0.99,
    ),
    /** Statements relative to one render. */
    renders: crowdStatements / singleStatements,
  }
}

/** SQL statements of all requests so far. */
async function readStatementCount({ metricsOrigin }: MonitoredServer) {
  const text = await (await fetch(`${metricsOrigin}/metrics`)).text()
  const sums = text.matchAll(/^stoa_http_request_sql_statements_sum\{[^}]*\} ([\d.]+)$/gm)
  return [...sums].reduce((total, [, sum]) => total + Number(sum), 0)
}

/** Three times the sustainable load: goodput, and how fast the rest is rejected. */
export async function overload({ pages }: BenchSite, product: Server, peak: number) {
  const requests = pages.map(uncached)
  const agent = new Agent({ keepAlive: true })
  const health: number[] = []
  const timer = setInterval(() => {
    void sendOne(agent, product.origin, { path: '/healthz' }, performance.now()).then(({ ms }) =>
      health.push(ms),
    )
  }, 100)
  const seconds = 5
  const { responses } = await openLoop(product.origin, requests, { rate: peak * 3, seconds })
  clearInterval(timer)
  agent.destroy()
  const succeeded = responses.filter(({ status, ms }) => status === 200 && ms < seconds * 1_000)
  const shed = responses.filter(({ status }) => status === 503 || status === 429)
  return {
    goodput: succeeded.length / seconds / peak,
    shed: shed.length / responses.length,
    lost: responses.filter(({ status }) => status === 0).length / responses.length,
    shedP99: quantile(
      shed.map(({ ms }) => ms),
      0.99,
    ),
    healthP99: quantile(health, 0.99),
  }
}
