import { Agent } from 'node:http'
import type { BenchSite } from '../run/bench-site.ts'
import { openLoop, sendOne } from '../run/open-loop.ts'
import { quantile } from '../run/measure.ts'
import { unkept } from '../run/requests.ts'
import type { Server } from '../program.ts'

/** A product of its own, with its metrics. */
export type Watched = Server & { metricsOrigin: string }

const readers = 1_000

/** A thousand readers open a page at once that nobody has opened before: how often is it made? */
export async function stampede({ pages }: BenchSite, product: Watched) {
  const [warm, single, cold] = pages.slice(-3)
  if (warm === undefined || single === undefined || cold === undefined)
    throw new Error('too few pages for a stampede')
  const agent = new Agent({ keepAlive: true, maxSockets: readers })
  const open = (path: string) => sendOne(agent, product.origin, { path }, performance.now())
  await open(warm.path)
  const before = await statementsOf(product)
  await open(single.path)
  const alone = (await statementsOf(product)) - before
  const replies = await Promise.all(Array.from({ length: readers }, () => open(cold.path)))
  const together = (await statementsOf(product)) - before - alone
  agent.destroy()
  return {
    readers,
    answered: replies.filter(({ status }) => status === 200).length,
    p99: quantile(
      replies.map(({ ms }) => ms),
      0.99,
    ),
    /** How many pages' worth of statements it took. */
    renders: together / alone,
  }
}

/** How many statements requests have made so far. */
async function statementsOf({ metricsOrigin }: Watched) {
  const text = await (await fetch(`${metricsOrigin}/metrics`)).text()
  const sums = text.matchAll(/^stoa_http_request_sql_statements_sum\{[^}]*\} ([\d.]+)$/gm)
  return [...sums].reduce((total, [, sum]) => total + Number(sum), 0)
}

/** Three times as many readers of pages that are made as can be served: what is still answered, how fast the rest is sent away. */
export async function overload({ pages }: BenchSite, product: Server, peak: number) {
  const requests = pages.map(unkept)
  const agent = new Agent({ keepAlive: true })
  const health: number[] = []
  const watch = setInterval(() => {
    void sendOne(agent, product.origin, { path: '/healthz' }, performance.now()).then(({ ms }) =>
      health.push(ms),
    )
  }, 100)
  const seconds = 5
  const { replies } = await openLoop(product.origin, requests, { rate: peak * 3, seconds })
  clearInterval(watch)
  agent.destroy()
  const inTime = replies.filter(({ status, ms }) => status === 200 && ms < seconds * 1_000)
  const shed = replies.filter(({ status }) => status === 503 || status === 429)
  return {
    goodput: inTime.length / seconds / peak,
    shed: shed.length / replies.length,
    lost: replies.filter(({ status }) => status === 0).length / replies.length,
    shedP99: quantile(
      shed.map(({ ms }) => ms),
      0.99,
    ),
    healthP99: quantile(health, 0.99),
  }
}
