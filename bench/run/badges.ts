import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { benchUrl } from '../data/command.ts'
import { buildProduct } from '../../scripts/build/product.ts'
import { startProduct } from '../program.ts'

const goalMinutes = 5

/** `pnpm bench badges [--database <url>]`: the worker awards all badges for the past, as after an upgrade. */
export async function badges(args: string[]) {
  const { values } = parseArgs({ args, options: { database: { type: 'string' } } })
  const databaseUrl = values.database ?? benchUrl('bench_100k')
  await buildProduct()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await reset(client)
  const server = await startProduct(databaseUrl, {}, 'all')
  try {
    const [{ posts } = { posts: 0 }] = await read<{ posts: number }>(client, countPosts)
    console.log(`${posts} posts`)
    const seconds = await waitForBadges(client)
    const isMet = seconds <= goalMinutes * 60
    console.log(`goal: ${goalMinutes} minutes: ${isMet ? 'met' : 'MISSED'}`)
    if (!isMet) process.exitCode = 1
  } finally {
    await server.stop()
    await client.end()
  }
}

async function reset(client: pg.Client) {
  await client.query('truncate badge_awards')
  await client.query('update badges set award_count = 0, checked_to = 0, checked_at = null')
}

const countPosts = `select
  (select count(*) from questions)::int + (select count(*) from answers)::int as posts`
const countBadges = `select
  (select count(*) from badges where is_active and checked_at is null)::int as left,
  (select sum(award_count) from badges)::int as awards`

/** Includes up to a minute until the job starts. */
async function waitForBadges(client: pg.Client): Promise<number> {
  const started = performance.now()
  for (;;) {
    await sleep(5_000)
    const [state] = await read<{ left: number; awards: number }>(client, countBadges)
    const seconds = (performance.now() - started) / 1_000
    console.log(`${seconds.toFixed(0)} s: ${state?.left} badges left, ${state?.awards} awards`)
    if (state?.left === 0) return seconds
  }
}

async function read<Row extends pg.QueryResultRow>(client: pg.Client, text: string) {
  return (await client.query<Row>(text)).rows
}
