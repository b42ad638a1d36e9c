import { search } from '@stoa/contract/features/search'
import { parseSearchQuery } from '@stoa/contract/search-query'
import { generalSettings } from '@stoa/contract/settings/site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { missedSearches } from '../../../schema/missed-searches.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { indexAll } from './search.factory.ts'
import { flushMissedSearches, forgetMissedSearches, toWords } from './missed-searches.actions.ts'
import { listMissedSearches } from './missed-searches.queries.ts'

const day = 86_400_000
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let site: TestSite
beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  site.ctx.missedSearchQueue.searches.clear()
  await site.db.delete(missedSearches)
})

type Visit = { from?: string; agent?: string; page?: number }

async function searchFor(q: string, { from = '10.0.0.1', agent = firefox, page = 1 }: Visit = {}) {
  const response = await site.app.inject({
    url: search.path,
    query: { q, page: String(page) },
    remoteAddress: from,
    headers: { 'user-agent': agent },
  })
  expect(response.statusCode).toBe(200)
  return Number(response.headers['x-sql-count'])
}

async function readRows() {
  await flushMissedSearches(site.ctx)
  return await site.db.select().from(missedSearches).orderBy(missedSearches.words)
}

/** What the dashboard shows of the day that begins then. */
async function listOfDay(at = site.ctx.clock.now().getTime()) {
  const from = Math.floor(at / day) * 86_400
  return await listMissedSearches(site.ctx.db, { from, to: from + 86_400 })
}

describe('toWords', () => {
  it.each([
    ['  Sourdough   STARTER ', 'sourdough starter'],
    ['"Rye bread" crust*', 'rye bread crust'],
    ['c++', 'c++'],
    ['user:ada bread', null],
    ['[baking] bread', null],
    ['is:question bread', null],
    ['bread -rye', null],
    ['...', null],
    ['a'.repeat(100), 'a'.repeat(100)],
    ['a'.repeat(101), null],
  ])('of %j is %j', (text, words) => {
    expect(toWords(parseSearchQuery(text))).toBe(words)
  })
})

describe('searches without a result', () => {
  it('are listed once three visitors have searched for them', async () => {
    for (const host of [1, 2]) await searchFor('Zymurgy kit', { from: `10.0.1.${host}` })
    await flushMissedSearches(site.ctx)
    expect(await listOfDay()).toEqual([])
    await searchFor('zymurgy  KIT', { from: '10.0.1.3' })
    await flushMissedSearches(site.ctx)
    expect(await listOfDay()).toEqual([{ words: 'zymurgy kit', searches: 3 }])
  })

  it('count a visitor once, however often', async () => {
    for (const _ of [1, 2, 3, 4]) await searchFor('zymurgy')
    expect(await readRows()).toMatchObject([{ words: 'zymurgy', searches: 1 }])
    for (const _ of [1, 2]) {
      await searchFor('zymurgy')
      await flushMissedSearches(site.ctx)
    }
    const [row] = await readRows()
    expect(row?.searches).toBe(3)
    expect(row?.visitors).toHaveLength(1)
    expect(await listOfDay()).toEqual([])
  })

  it('are not recorded with results, on later pages, with filters or by bots', async () => {
    const { token } = await aUser(site.ctx)
    await aQuestion(site.as(token), { title: 'How long does a levain rest?' })
    await indexAll(site.ctx)
    await searchFor('levain')
    await searchFor('zymurgy', { page: 2 })
    await searchFor('zymurgy user:nobody')
    await searchFor('zymurgy', { agent: 'Googlebot/2.1' })
    expect(await readRows()).toEqual([])
  })

  it('take as many statements as before the recording', async () => {
    const before = await searchFor('qwyjibo')
    await transact(site.ctx, (tx) =>
      changeSettings(tx, generalSettings, { records_missed_searches: false }),
    )
    expect(await searchFor('qwyjibos')).toBe(before)
    await transact(site.ctx, (tx) =>
      changeSettings(tx, generalSettings, { records_missed_searches: true }),
    )
  })

  it('are not recorded while that is turned off', async () => {
    await transact(site.ctx, (tx) =>
      changeSettings(tx, generalSettings, { records_missed_searches: false }),
    )
    await searchFor('zymurgy')
    expect(await readRows()).toEqual([])
    await transact(site.ctx, (tx) =>
      changeSettings(tx, generalSettings, { records_missed_searches: true }),
    )
  })

  it('forget visitors, and the words of few of them, after their day', async () => {
    for (const host of [1, 2, 3]) await searchFor('common words', { from: `10.0.2.${host}` })
    await searchFor('xyzzy')
    const today = site.ctx.clock.now().getTime()
    await flushMissedSearches(site.ctx)
    await forgetMissedSearches(site.ctx)
    expect((await readRows()).map(({ words }) => words)).toEqual(['common words', 'xyzzy'])
    site.advance(day)
    await forgetMissedSearches(site.ctx)
    await forgetMissedSearches(site.ctx)
    expect(await readRows()).toMatchObject([{ words: 'common words', searches: 3, visitors: [] }])
    expect(await listOfDay(today)).toEqual([{ words: 'common words', searches: 3 }])
    site.advance(90 * day)
    await forgetMissedSearches(site.ctx)
    expect(await readRows()).toEqual([])
    site.advance(-91 * day)
  })

  it('are limited to a thousand different ones a day', async () => {
    await site.db.execute(sql`insert into missed_searches (day, words, searches, visitors)
      select ${site.ctx.clock.now().toISOString().slice(0, 10)}::date, 'flood ' || n, 1, '{1}'
      from generate_series(1, 999) n`)
    for (const words of ['alpha', 'beta', 'flood 7']) await searchFor(words)
    const words = (await readRows()).map((row) => [row.words, row.searches])
    expect(words).toHaveLength(1000)
    expect(words).toContainEqual(['alpha', 1])
    expect(words).not.toContainEqual(['beta', 1])
    expect(words).toContainEqual(['flood 7', 2])
  })

  it('do not identify visitors, and do not connect their searches', async () => {
    await searchFor('first words')
    await searchFor('other words')
    const [first, other] = await readRows()
    expect(first?.visitors).toHaveLength(1)
    expect(first?.visitors).not.toEqual(other?.visitors)
  })
})
