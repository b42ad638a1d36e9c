import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillLarge } from './large-site.ts'
import { hotCalls, planReader } from './plans.ts'
import { aSite, type TestSite } from './site.ts'

let site: TestSite
let planOf: Awaited<ReturnType<typeof planReader>>

beforeAll(async () => {
  site = await aSite()
  // Enough rows for the planner to choose as it would on a large site.
  await fillLarge(site.ctx.db, 20_000)
  planOf = await planReader(site)
})
afterAll(() => site.close())

/** No step reads or sorts more than this, however much there is. */
const mostRows = 5_000

it.each(hotCalls)(
  '$name: reads from its index, and neither walks a table nor sorts it',
  async (call) => {
    const { indexes, scans, sorted, read } = await planOf(call)
    expect(scans).toEqual([])
    for (const start of call.uses)
      expect(
        indexes.filter((index) => index.startsWith(start)),
        start,
      ).not.toEqual([])
    expect(Math.max(sorted, read)).toBeLessThanOrEqual(mostRows)
  },
)
