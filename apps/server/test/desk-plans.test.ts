// What the review desk reads from the database when it opens with 100,000 open cases. Bounded by blocks, which do not depend on
// the load of the machine; the time is printed.
import type { Endpoint } from '@stoa/contract/endpoint'
import { listFlagCases } from '@stoa/contract/features/flags'
import { listHeldPosts } from '@stoa/contract/features/held-posts'
import { getReviewContext, listReviewQueues } from '@stoa/contract/features/review'
import { listOpenSuggestions } from '@stoa/contract/features/suggestions'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { createStatements } from '../src/kernel/prepared.ts'
import { fillLargeSite, large } from './large-site.ts'
import { aSite, type TestSite } from './site.ts'

let site: TestSite
let token: string
type Statement = { query: string; params: unknown[] }
let statements: Statement[] = []

beforeAll(async () => {
  site = await aSite()
  await fillLargeSite(site.ctx.database.db, 20_000)
  await fillCases()
  token = (await aUser(site.ctx, { role: 'moderator' })).token
  const logger = {
    logQuery: (query: string, params: unknown[]) => statements.push({ query, params }),
  }
  site.ctx.db = Object.assign(drizzle(getPool(), { logger }), {
    statements: createStatements(true),
  })
})
afterAll(() => site.close())

function getPool() {
  const { engine } = site.ctx.database
  if (engine.kind !== 'postgres') throw new Error('query plans require a PostgreSQL server')
  return engine.pool
}

/** 40,000 flagged answers, 40,000 flagged comments and 20,000 held questions. */
async function fillCases() {
  const insertCases = (content: SQL) => sql`
    insert into flag_cases (object_id, question_id, author_id, created_at)
    select id, question_id, user_id, now() from ${content} order by id limit 40000`
  await site.ctx.database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(insertCases(sql`answers`))
    await tx.execute(insertCases(sql`comments`))
    await tx.execute(sql`
      insert into flags (case_id, user_id, reason, created_at)
      select id, ${large.reader}, 57, now() from flag_cases`)
    await tx.execute(sql`
      with held as (
        insert into questions (user_id, title, slug, original_text, parsed_text, excerpt, renderer_version, status,
          created_at, active_at, active_by)
        select user_id, title, slug, original_text, parsed_text, excerpt, 1, 11, now(), now(), user_id
        from questions returning id, user_id)
      insert into held_posts (object_id, question_id, user_id, reasons, created_at)
      select id, id, user_id, '{words}', now() from held`)
    await tx.execute(sql`analyze`)
  })
}

type Cost = { blocks: number; milliseconds: number }

async function explain({ query, params }: Statement): Promise<Cost> {
  const { rows } = await getPool().query<{
    'QUERY PLAN': [
      {
        Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
        'Execution Time': number
      },
    ]
  }>(`explain (analyze, buffers, timing off, format json) ${query}`, params)
  const [{ Plan: plan, 'Execution Time': milliseconds }] = rows[0]!['QUERY PLAN']
  return {
    blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    milliseconds,
  }
}

/** Of all statements of a request. The fastest of five runs is closest to a quiet machine. */
async function measure(endpoint: Endpoint, input: Record<string, string> = {}) {
  statements = []
  const headers = { authorization: `Bearer ${token}` }
  const response = await site.app.inject({ url: endpoint.path, query: input, headers })
  if (response.statusCode !== 200) throw new Error(response.body)
  const reads = statements.filter(({ query }) => /^\s*(select|with)/i.test(query))
  const costs: Cost[] = []
  for (const statement of reads) {
    const runs: Cost[] = []
    for (let run = 0; run < 5; run++) runs.push(await explain(statement))
    const milliseconds = Math.min(...runs.map((cost) => cost.milliseconds))
    costs.push({ blocks: runs[4]!.blocks, milliseconds })
  }
  return costs
}

/** Before the counts were bounded, there were 26,000. */
const maxBlocks = 6_000

it('opens each queue with a bounded number of blocks', { timeout: 300_000 }, async () => {
  const { rows } = await site.ctx.primary.execute<{ count: number }>(sql`
    select (select count(*) from flag_cases where status = 1)
      + (select count(*) from held_posts where decided_at is null) as count`)
  expect(Number(rows[0]?.count)).toBeGreaterThanOrEqual(100_000)
  const queues = await measure(listReviewQueues)
  const context = await measure(getReviewContext, { object_id: large.busyAnswer })
  const lists = { flagged: listFlagCases, held: listHeldPosts, suggested: listOpenSuggestions }
  for (const [name, endpoint] of Object.entries(lists)) {
    const costs = [...queues, ...(await measure(endpoint)), ...context]
    const blocks = costs.reduce((sum, cost) => sum + cost.blocks, 0)
    const milliseconds = costs.reduce((sum, cost) => sum + cost.milliseconds, 0)
    process.stdout.write(`${name}: ${milliseconds.toFixed(1)} ms, ${blocks} blocks\n`)
    expect(blocks, name).toBeLessThanOrEqual(maxBlocks)
  }
})
