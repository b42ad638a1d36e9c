import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { startTier } from '../../scripts/services/nginx.ts'
import { benchUrl } from '../data/command.ts'
import type { Server } from '../program.ts'
import { scenarios } from '../scenarios/all.ts'
import { startStaticNginx } from '../baselines/nginx.ts'
import type { BenchSite } from './bench-site.ts'
import { countCpu } from './cpu.ts'
import { openBench } from './open-bench.ts'
import { type Request, uncached } from './requests.ts'
import type { Bench } from './sides.ts'
import { load, writeScript } from './wrk.ts'

type Row = { name: string; requests(site: BenchSite): Request[]; proxy?: Server }

const connections = 4
const seconds = { warm: 10, measured: 6 }

/** `pnpm bench costs [--database <url>]`: the table of docs/scaling.md. */
export async function costs(args: string[]) {
  const { values } = parseArgs({ args, options: { database: { type: 'string' } } })
  await using bench = await openBench(values.database ?? benchUrl('bench_10k'), [])
  const { site, product } = bench
  const [page = { path: '/' }] = requestsOf('question-cached')(site)
  const body = Buffer.from(await (await fetch(product.origin + page.path)).arrayBuffer())
  const nginx = await startTier(Number(new URL(product.origin).port))
  const staticFiles = await startStaticNginx(gzipSync(body), body)
  try {
    console.log(`${site.questions} questions, ${connections} connections`)
    console.log('| Request | Stoa, µs of CPU time | PostgreSQL, µs | Total | Per second |')
    console.log('|---|---|---|---|---|')
    for (const row of listRows(nginx, staticFiles)) console.log(await measureRow(bench, row))
  } finally {
    await nginx.stop()
    await staticFiles.stop()
  }
}

function listRows(nginx: Server, staticFiles: Server): Row[] {
  const cached = requestsOf('question-cached')
  return [
    { name: 'nginx static file, for comparison', requests: cached, proxy: staticFiles },
    { name: 'Question page, cached by nginx', requests: cached, proxy: nginx },
    { name: 'Question page, cached in memory', requests: cached },
    { name: 'Question page for a visitor, not cached', requests: requestsOf('question-uncached') },
    { name: 'Question page for a member', requests: requestsOf('question-member') },
    { name: 'Question list, not cached', requests: () => listRequests.map(uncached) },
    { name: 'Question as JSON', requests: requestsOf('json-object') },
    { name: 'List of 20 as JSON', requests: requestsOf('json-list') },
    { name: 'Search for a rare word', requests: requestsOf('search-rare') },
    { name: 'Vote', requests: requestsOf('vote') },
  ]
}

const listRequests = ['newest', 'active', 'score', 'hot'].map((order) => ({
  path: `/questions?order=${order}`,
}))

function requestsOf(name: string) {
  const scenario = scenarios.find((one) => one.name === name)
  if (scenario === undefined) throw new Error(`unknown scenario ${name}`)
  return scenario.requests
}

async function measureRow({ site, product, postmaster }: Bench, { name, requests, proxy }: Row) {
  const { origin } = proxy ?? product
  const script = writeScript(requests(site))
  await load(origin, script, { seconds: seconds.warm, connections })
  const database = new URL(site.databaseUrl).pathname.slice(1)
  const readStoaCpu = countCpu(
    proxy === undefined ? [product.pid] : [proxy.pid, product.pid],
    database,
  )
  const readPostgresCpu = countCpu([postmaster], database)
  const result = await load(origin, script, { seconds: seconds.measured, connections })
  const [stoa, postgres] = [readStoaCpu() / result.requests, readPostgresCpu() / result.requests]
  const perSecond = result.requests / result.seconds
  return `| ${[name, ...[stoa, postgres, stoa + postgres, perSecond].map(formatNumber)].join(' | ')} |`
}

/** More digits would be noise. */
const formatNumber = (value: number) =>
  Number(value.toPrecision(value < 1_000 ? 2 : 3)).toLocaleString('en-US')
