import { getBulkAction, startBulkAction } from '@stoa/contract/features/bulk-actions'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { hashSecret } from '../../apps/server/src/kernel/secrets.ts'
import { benchUrl } from '../data/command.ts'
import { buildProduct } from '../../scripts/build/product.ts'
import { run, type Server, startProduct } from '../program.ts'
import { listAdminRequests } from './admin-lists.ts'
import { bearer, type BenchSite, openBenchSite } from './bench-site.ts'
import { turnOnFsync } from './fsync.ts'
import { openLoop } from './open-loop.ts'
import { uncached } from './requests.ts'

const goals = { listMs: 50, figuresSeconds: 300, readers: 1.3 }
const token = 'bench-admin'.padEnd(43, 'x')
const parts = ['lists', 'figures', 'bulk'] as const

/** `pnpm bench admin [--database <url>] [--only lists,figures,bulk]`: the admin area of a large site. */
export async function admin(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      database: { type: 'string', default: benchUrl('bench_3800k') },
      only: { type: 'string', default: parts.join(',') },
    },
  })
  const { database } = values
  await buildProduct()
  await run(['migrate'], { STOA_DATABASE_URL: database, STOA_LOG_LEVEL: 'warn' })
  await using stack = new AsyncDisposableStack()
  stack.use(await turnOnFsync())
  const client = stack.adopt(new pg.Client({ connectionString: database }), (one) => one.end())
  await client.connect()
  const site = await openBenchSite(database)
  await prepare(client)
  const env = { STOA_LOG_LEVEL: 'info' }
  const server = stack.adopt(await startProduct(database, env, 'all'), (one) => one.stop())
  const only = values.only.split(',')
  if (only.includes('lists')) await measureLists(server, site, client)
  if (only.includes('figures')) await measureFigures(client)
  if (only.includes('bulk')) await measureBulkDelete(server, site)
}

/** A session of the admin. Badges for the past are not awarded meanwhile. */
async function prepare(client: pg.Client) {
  await client.query('update badges set is_active = false')
  await client.query('delete from site_figures')
  await client.query('delete from sessions where token_hash = $1', [hashSecret(token)])
  await client.query(
    `insert into sessions (token_hash, user_id, role_id, address, user_agent, created_at, last_seen_at, expires_at)
    values ($1, 1, 2, '127.0.0.1', 'stoa-bench', now(), now(), now() + interval '1 day')`,
    [hashSecret(token)],
  )
}

const rounds = 7

/** The best of some responses, with everything the server does. */
async function measureLists(server: Server, site: BenchSite, client: pg.Client) {
  const { rows } = await client.query<{ id: string }>('select max(id)::text as id from webhooks')
  const slow: string[] = []
  for (const { path, query } of listAdminRequests(site, rows[0]?.id ?? '')) {
    const url = `${server.origin}${path}?${String(new URLSearchParams(query))}`
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const started = performance.now()
      const response = await fetch(url, { headers: bearer({ token }) })
      const body = await response.text()
      if (!response.ok) console.log(`${response.status} for ${url}: ${body.slice(0, 200)}`)
      times.push(performance.now() - started)
    }
    const best = Math.min(...times)
    const line = `${best.toFixed(1).padStart(8)} ms  first ${times[0]?.toFixed(0).padStart(5)}  ${path} ${JSON.stringify(query)}`
    console.log(line)
    if (best > goals.listMs) slow.push(line)
  }
  report(`${goals.listMs} ms for each list`, slow.length === 0)
  for (const line of slow) console.log(line)
}

async function measureFigures(client: pg.Client) {
  await client.query('delete from site_figures')
  await client.query(`insert into pgboss.job (name, data) values ('every/compute-figures', '{}')`)
  const started = performance.now()
  for (let done = 0; done < 4; await sleep(500)) {
    const { rows } = await client.query<{ days: number }>('select days from site_figures')
    if (rows.length > done)
      console.log(
        `${toSeconds(started)} s: figures of ${rows.map(({ days }) => days).join(', ')} days`,
      )
    done = rows.length
  }
  report(
    `${goals.figuresSeconds} s for the figures`,
    Number(toSeconds(started)) <= goals.figuresSeconds,
  )
}

const readersPerSecond = 15
const readingSeconds = 40

/** Readers open questions at a fixed rate, before and while 10,000 answers are deleted. */
async function measureBulkDelete({ origin }: Server, site: BenchSite) {
  const requests = site.pages.map(uncached)
  const read = () => openLoop(origin, requests, { rate: readersPerSecond, seconds: readingSeconds })
  await read()
  const quiet = await read()
  const started = performance.now()
  const headers = { ...bearer({ token }), 'content-type': 'application/json' }
  const body = JSON.stringify({
    object_type: 'answer',
    action: 'delete',
    answer_filter: { status: 'normal', query: '', sort: 'newest' },
  })
  const response = await fetch(`${origin}${startBulkAction.path}`, {
    method: 'POST',
    headers,
    body,
  })
  const { data } = (await response.json()) as { data: { id: string; total: number } }
  console.log(`deleting ${data.total} answers, chosen in ${toSeconds(started)} s`)
  const busy = await read()
  const ratio = busy.p99 / quiet.p99
  for (const [name, { p50, p99 }] of Object.entries({ quiet, busy }))
    console.log(`readers, ${name}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
  report(
    `p99 of readers at most ${goals.readers} times (${ratio.toFixed(2)})`,
    ratio <= goals.readers,
  )
  for (;;) {
    const state = await fetch(`${origin}${getBulkAction.path}?id=${data.id}`, { headers })
    const { data: bulk } = (await state.json()) as { data: { done: number; state: string } }
    console.log(`${toSeconds(started)} s: ${bulk.done} of ${data.total}, ${bulk.state}`)
    if (bulk.state !== 'running') break
    await sleep(5_000)
  }
}

const toSeconds = (started: number) => ((performance.now() - started) / 1_000).toFixed(1)

function report(goal: string, isMet: boolean) {
  console.log(`goal: ${goal}: ${isMet ? 'met' : 'MISSED'}`)
  if (!isMet) process.exitCode = 1
}
