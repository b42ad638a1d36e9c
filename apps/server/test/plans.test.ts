import { type SQLWrapper, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  activeVotersQuery,
  recentVotesQuery,
} from '../src/features/content/votes/serial-voting.queries.ts'
import { keysToSave } from '../src/features/content/holding/trace-keys.rules.ts'
import { findNeighbors } from '../src/features/content/holding/traces.queries.ts'
import { fillLargeSite, large } from './large-site.ts'
import { findNeedlessReasons, frequentQueries } from './plan-queries.ts'
import { createPlanReader, explainQuery } from './plans.ts'
import { aSite, type TestSite } from './site.ts'

let site: TestSite
let planOf: Awaited<ReturnType<typeof createPlanReader>>

beforeAll(async () => {
  site = await aSite()
  // Enough rows for the planner to choose the plans of a large site.
  await fillLargeSite(site.ctx.database.db, 20_000)
  planOf = await createPlanReader(site)
})
afterAll(() => site.close())

/** Maximum rows a plan node may read or sort, whatever the table size. */
const maxRows = 5_000

it.each(frequentQueries)(
  '$name: uses its index, without sequential scans or large sorts',
  async (call) => {
    const { indexes, scans, sorted, read } = await planOf(call)
    expect(scans).toEqual([])
    for (const start of call.uses)
      expect(
        indexes.filter((index) => index.startsWith(start)),
        start,
      ).not.toEqual([])
    expect(Math.max(sorted, read)).toBeLessThanOrEqual(maxRows)
  },
)

it('the nightly search for serial voting uses indexes', async () => {
  const explain = async (query: SQLWrapper) =>
    await site.ctx.database.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      const { rows } = await tx.execute(sql`explain ${query.getSQL()}`)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
  const since = new Date(Date.now() - 7 * 86_400_000)
  const voters = await explain(activeVotersQuery(site.ctx.primary, since, 5))
  expect(voters).toMatch(/votes_created_at.*\n\s*Index Cond: \(created_at/)
  const recent = await explain(recentVotesQuery(site.ctx.primary, [large.reader], since))
  expect(recent).toMatch(/votes_newest|votes_created_at/)
  expect(recent).not.toContain('Seq Scan')
})

it('every read endpoint without a plan exists and needs its reason', () => {
  expect(findNeedlessReasons()).toEqual([])
})

it('comparing new content reads few traces, however many have the same host, network and text', async () => {
  const signature = Array.from({ length: 30 }, (_, index) => index)
  const trace = { targets: ['common.example'], signature, network: '203.0.113.0/24' }
  const keys = JSON.stringify(keysToSave(trace, { clearedTargets: [], isTextCleared: false }))
  await site.ctx.database.db.transaction(async (tx) => {
    // Skips foreign key checks.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
    insert into post_traces (object_id, question_id, user_id, created_at, network, hosts, signature)
    select 10020090000000000 + n, 1, 1000001 + n % 1900, now() - n * interval '1 second', '203.0.113.0/24',
      '{common.example}', ${`{${signature.join(',')}}`}::integer[]
    from generate_series(1, 100000) n`)
    await tx.execute(sql`
    insert into trace_keys (key, created_at, object_id)
    select key, now() - n * interval '1 second', 10020090000000000 + n
    from generate_series(1, 100000) n, jsonb_array_elements_text(${keys}::jsonb) key
    where key not like 'text:%' or key like 'text:0:%'`)
    await tx.execute(sql`analyze post_traces, trace_keys`)
  })
  const search = { userId: large.busyUser, now: new Date(), perKey: 40 }
  const plan = await explainQuery(site, (db) => findNeighbors(db, trace, search))
  expect(plan.scans).toEqual([])
  expect(plan.indexes).toContain('trace_keys_key_created_at_object_id_pk')
  expect(Math.max(plan.sorted, plan.read)).toBeLessThanOrEqual(200)
})
