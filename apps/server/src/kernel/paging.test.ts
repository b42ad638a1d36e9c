import { desc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../test/site.ts'
import { countLookahead, readPage, readPageWithCappedCount } from './paging.ts'

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
const readNumbers = (last: number, page: number) =>
  readPageWithCappedCount(site.ctx.db, numbersTo(last), largest, { page, page_size: 3 })

it('readPage counts all rows', async () => {
  const page = await readPage(site.ctx.db, numbersTo(1_200), largest, { page: 2, page_size: 3 })
  expect(page).toEqual({ count: 1_200, rows: [{ n: 1_197 }, { n: 1_196 }, { n: 1_195 }] })
})

it('readPageWithCappedCount counts a short list completely', async () => {
  for (const last of [0, 7, countLookahead - 1, countLookahead])
    expect((await readNumbers(last, 1)).count).toBe(last)
})

it('readPageWithCappedCount counts a long list some pages ahead of the current page', async () => {
  expect((await readNumbers(1_200, 1)).count).toBe(countLookahead)
  expect(await readNumbers(1_200, 101)).toEqual({
    count: 300 + countLookahead,
    rows: [{ n: 900 }, { n: 899 }, { n: 898 }],
  })
  expect((await readNumbers(1_200, 400)).count).toBe(1_200)
  expect(await readNumbers(1_200, 401)).toEqual({ count: 1_200, rows: [] })
})
