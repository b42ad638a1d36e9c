import { mkdtempSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { readPorts } from '../../scripts/services/ports.ts'
import type { BaselinePlan, RecordedResponse } from '../baselines/plan.ts'
import { createShortDatabase } from '../data/short-data.ts'
import { buildProduct } from '../../scripts/build/product.ts'
import { type Server, startProduct, startServer } from '../program.ts'
import { countCpu } from './cpu.ts'
import { ipOf } from './wrk.ts'

const connections = 4
/** Of Stoa and PostgreSQL, for a page on disk. */
const goalMs = 2

type Pass = { stoaMs: number; postgresMs: number; bytes: number; sources: Record<string, number> }

/** `pnpm bench tail [--pages 2000] [--database <url>]`: reads each question once, restarts, and reads each again. */
export async function tail(args: string[]) {
  const { values } = parseArgs({
    args,
    options: { database: { type: 'string' }, pages: { type: 'string', default: '2000' } },
  })
  await buildProduct()
  const databaseUrl = values.database ?? (await createShortDatabase())
  const paths = await listPaths(databaseUrl, Number(values.pages))
  const store = mkdtempSync(join(tmpdir(), 'stoa-bench-pages-'))
  const env = { STOA_PAGE_STORE_DIR: store, STOA_PAGE_STORE_MB: '10000' }
  console.log(`${paths.length} question pages, each read once, ${connections} connections`)
  console.log('| Pass | Stoa, ms of CPU time a page | PostgreSQL | Total | Bytes | From |')
  console.log('|---|---|---|---|---|---|')
  const start = () => startProduct(databaseUrl, env)
  printPass('rendered', await measurePass(start, databaseUrl, paths))
  const stored = await measurePass(start, databaseUrl, paths)
  printPass('after a restart', stored)
  const plan = writePlan(databaseUrl, paths, Math.round(stored.bytes))
  const startBare = () => startServer([baselineServer, plan], {})
  printPass('bare Fastify, same size', await measurePass(startBare, databaseUrl, paths))
  const isOk = stored.stoaMs + stored.postgresMs <= goalMs
  console.log(`goal: ${goalMs} ms: ${isOk ? 'met' : 'EXCEEDED'}`)
  if (!isOk) process.exitCode = 1
}

/** Oldest first: pages younger than ten hours are not stored. */
async function listPaths(databaseUrl: string, count: number) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: string; slug: string }>(
    'select id, slug from questions where status = 1 and is_listed order by id limit $1',
    [count],
  )
  await client.end()
  return rows.map(({ id, slug }) => `/questions/${id}/${encodeURIComponent(slug)}`)
}

/** Without the startup and the first pages, which compile the code. */
async function measurePass(
  startServerOnce: () => Promise<Server>,
  databaseUrl: string,
  paths: readonly string[],
): Promise<Pass> {
  const server = await startServerOnce()
  const warmUp = Math.min(200, Math.floor(paths.length / 10))
  await readAll(server.origin, paths.slice(0, warmUp))
  const measured = paths.slice(warmUp)
  const database = new URL(databaseUrl).pathname.slice(1)
  const readStoaCpu = countCpu([server.pid], database)
  const readPostgresCpu = countCpu([readPorts().postgres?.pid ?? 0], database)
  const { bytes, sources } = await readAll(server.origin, measured)
  const perPage = (microseconds: number) => microseconds / measured.length / 1_000
  const pass = { stoaMs: perPage(readStoaCpu()), postgresMs: perPage(readPostgresCpu()) }
  await server.stop()
  return { ...pass, bytes: bytes / measured.length, sources }
}

async function readAll(origin: string, paths: readonly string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const sources: Record<string, number> = {}
  let bytes = 0
  let next = 0
  const readNext = async () => {
    for (let n = next++; n < paths.length; n = next++) {
      const read = await readPage(agent, `${origin}${paths[n]}`, ipOf(n))
      sources[read.source] = (sources[read.source] ?? 0) + 1
      bytes += read.bytes
    }
  }
  await Promise.all(Array.from({ length: connections }, readNext))
  agent.destroy()
  return { bytes, sources }
}

function readPage(agent: Agent, url: string, ip: string) {
  const headers = { 'accept-encoding': 'gzip, br', 'x-forwarded-for': ip }
  return new Promise<{ bytes: number; source: string }>((resolve, reject) => {
    const request = get(url, { agent, headers }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('end', () => {
        if (response.statusCode === 200)
          resolve({ bytes, source: String(response.headers['x-cache'] ?? 'rendered') })
        else reject(new Error(`${url}: ${response.statusCode}`))
      })
      response.on('error', reject)
    })
    request.on('error', reject)
  })
}

const baselineServer = join(import.meta.dirname, '../baselines/server.ts')

function writePlan(databaseUrl: string, paths: readonly string[], bytes: number) {
  const body = Buffer.alloc(bytes, 'x').toString('base64')
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }
  const recorded = paths.map((path): RecordedResponse => ({ path, statements: [], headers, body }))
  const plan: BaselinePlan = { kind: 'bytes', databaseUrl, recorded }
  const file = join(mkdtempSync(join(tmpdir(), 'stoa-bench-tail-')), 'plan.json')
  writeFileSync(file, JSON.stringify(plan))
  return file
}

function printPass(name: string, { stoaMs, postgresMs, bytes, sources }: Pass) {
  const times = [stoaMs, postgresMs, stoaMs + postgresMs].map((ms) => ms.toFixed(2))
  const counts = Object.entries(sources).map(([source, count]) => `${count} ${source}`)
  console.log(`| ${[name, ...times, Math.round(bytes), counts.join(', ')].join(' | ')} |`)
}
