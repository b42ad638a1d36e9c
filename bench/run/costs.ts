import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { startTier } from '../../scripts/services/nginx.ts'
import { benchUrl } from '../data/command.ts'
import type { Server } from '../program.ts'
import { scenarios } from '../scenarios/all.ts'
import { startStatic } from '../twins/nginx.ts'
import type { BenchSite } from './bench-site.ts'
import { countCpu } from './cpu.ts'
import { openBench } from './open-bench.ts'
import { type Request, unkept } from './requests.ts'
import type { Bench } from './sides.ts'
import { load, writeScript } from './wrk.ts'

type Row = { what: string; requests(site: BenchSite): Request[]; front?: Server }

const connections = 4
const seconds = { warm: 10, measured: 6 }

/** `pnpm bench costs [--database <url>]`: the table of docs/scaling.md. */
export async function costs(args: string[]) {
  const { values } = parseArgs({ args, options: { database: { type: 'string' } } })
  await using bench = await openBench(values.database ?? benchUrl('bench_10k'), [])
  const { site, product } = bench
  const [page = { path: '/' }] = requestsOf('question-hot')(site)
  const body = Buffer.from(await (await fetch(product.origin + page.path)).arrayBuffer())
  const tier = await startTier(Number(new URL(product.origin).port))
  const files = await startStatic(gzipSync(body), body)
  try {
    console.log(`${site.questions} questions, ${connections} connections`)
    console.log('| What | Stoa, µs of processor time | PostgreSQL, µs | Together | A second |')
    console.log('|---|---|---|---|---|')
    for (const row of rowsWith(tier, files)) console.log(await lineOf(bench, row))
  } finally {
    await tier.stop()
    await files.stop()
  }
}

function rowsWith(tier: Server, files: Server): Row[] {
  const hot = requestsOf('question-hot')
  return [
    { what: 'nginx static file, to compare', requests: hot, front: files },
    { what: 'Question page through nginx, kept there', requests: hot, front: tier },
    { what: 'Question page, kept in memory', requests: hot },
    { what: 'Question page for a visitor, made', requests: requestsOf('question-cold') },
    { what: 'Question page for a member', requests: requestsOf('question-member') },
    { what: 'List of questions, made', requests: () => lists.map(unkept) },
    { what: 'Question as JSON', requests: requestsOf('json-object') },
    { what: 'List of 20 as JSON', requests: requestsOf('json-list') },
    { what: 'Search for a rare word', requests: requestsOf('search-rare') },
    { what: 'Vote', requests: requestsOf('vote') },
  ]
}

const lists = ['newest', 'active', 'score', 'hot'].map((order) => ({
  path: `/questions?order=${order}`,
}))

function requestsOf(name: string) {
  const scenario = scenarios.find((one) => one.name === name)
  if (scenario === undefined) throw new Error(`no scenario ${name}`)
  return scenario.requests
}

async function lineOf({ site, product, postmaster }: Bench, { what, requests, front }: Row) {
  const { origin } = front ?? product
  const script = writeScript(requests(site))
  await load(origin, script, { seconds: seconds.warm, connections })
  const database = new URL(site.databaseUrl).pathname.slice(1)
  const ours = countCpu(front === undefined ? [product.pid] : [front.pid, product.pid], database)
  const theirs = countCpu([postmaster], database)
  const loaded = await load(origin, script, { seconds: seconds.measured, connections })
  const [stoa, postgres] = [ours() / loaded.requests, theirs() / loaded.requests]
  const perSecond = loaded.requests / loaded.seconds
  return `| ${[what, ...[stoa, postgres, stoa + postgres, perSecond].map(rounded)].join(' | ')} |`
}

/** Two figures tell all that can be told. */
const rounded = (value: number) =>
  Number(value.toPrecision(value < 1_000 ? 2 : 3)).toLocaleString('en-US')
