import { desc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../test/site.ts'
import { countAhead, readPage, readPageOfMany } from './paging.ts'

let site: TestSite

beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

const numbersTo = (last: number) => () =>
  site.ctx.db
    .select({ n: sql<number>`n` })
    .from(sql`generate_series(1, ${last}::int) as n`)
    .$dynamic()
const largest = [desc(sql`n`)]
const paged = (last: number, page: number) =>
  readPageOfMany(site.ctx.db, numbersTo(last), largest, { page, page_size: 3 })

it('counts all that is found', async () => {
  const page = await readPage(site.ctx.db, numbersTo(1_200), largest, { page: 2, page_size: 3 })
  expect(page).toEqual({ count: 1_200, rows: [{ n: 1_197 }, { n: 1_196 }, { n: 1_195 }] })
})

it('counts a list that ends soon to its end', async () => {
  for (const last of [0, 7, countAhead - 1, countAhead])
    expect((await paged(last, 1)).count).toBe(last)
})

it('counts a long list some pages ahead, from every page anew, until all is counted', async () => {
  expect((await paged(1_200, 1)).count).toBe(countAhead)
  expect(await paged(1_200, 101)).toEqual({
    count: 300 + countAhead,
    rows: [{ n: 900 }, { n: 899 }, { n: 898 }],
  })
  expect((await paged(1_200, 400)).count).toBe(1_200)
  expect(await paged(1_200, 401)).toEqual({ count: 1_200, rows: [] })
})
