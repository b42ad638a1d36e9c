import { questionOrders } from '@stoa/contract/features/questions'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../test/site.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { listingConditions, pageQuery } from './questions.listing.ts'

let site: TestSite

/** Enough rows for the planner to choose as it would on a large site. */
const rows = 20_000

beforeAll(async () => {
  site = await aSite()
  const ada = await aPerson(site.ctx)
  await site.ctx.db.execute(sql`
    insert into questions (user_id, title, slug, original_text, parsed_text, excerpt, renderer_version, status,
      deleted_at, deleted_by, is_listed, is_answered, score, hot_score, linked_count, created_at, active_at, active_by)
    select ${ada.id}, 'Question ' || n, 'question', 'x', '<p>x</p>', 'x', 1, case when n % 20 = 0 then 10 else 1 end,
      case when n % 20 = 0 then now() end, case when n % 20 = 0 then ${ada.id}::bigint end, n % 50 <> 0, n % 3 = 0, n % 97, n % 1009, n % 13, now() - n * interval '1 minute', now() - n * interval '1 second', ${ada.id}
    from generate_series(1, ${rows}) as n`)
  await site.ctx.db.execute(sql`analyze questions`)
})
afterAll(() => site.close())

describe('the page of every order', () => {
  it.each(questionOrders)('%s is read from an index, without sorting the table', async (order) => {
    const where = listingConditions(new Date(), { order }, {})
    const plan = await explain(pageQuery(site.ctx.db, order, where, { page_size: 20, offset: 200 }))
    expect(plan).toMatch(
      /Index (Only )?Scan using questions_(newest|active|hot|score|unanswered|frequent)/,
    )
    expect(plan).not.toMatch(/Seq Scan on questions/)
    const sorted = [...plan.matchAll(/Sort .*rows=(\d+)/g)].map((match) => Number(match[1]))
    expect(Math.max(0, ...sorted)).toBeLessThanOrEqual(40)
  })
})

async function explain(query: ReturnType<typeof pageQuery>) {
  const result = await site.ctx.db.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`)
  return result.rows.map((row) => row['QUERY PLAN']).join('\n')
}
