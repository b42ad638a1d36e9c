import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillLargeSite } from './large-site.ts'
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

it('every read endpoint without a plan exists and needs its reason', () => {
  expect(findNeedlessReasons()).toEqual([])
})
