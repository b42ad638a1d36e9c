import { type SQLWrapper, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  activeVotersQuery,
  recentVotesQuery,
} from '../src/features/content/votes/serial-voting.queries.ts'
import { fillLargeSite, large } from './large-site.ts'
import { findNeedlessReasons, frequentQueries } from './plan-queries.ts'
import { createPlanReader } from './plans.ts'
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
