import { listQuestions, questionOrders } from '@stoa/contract/features/questions'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { questions } from '../../../schema/posts.ts'
import { aQuestion } from './questions.factory.ts'

let site: TestSite

/** In days; older questions get a higher hot score. */
const ages = [1, 6, 8, 60, 400]

beforeAll(async () => {
  site = await aSite()
  const { token } = await aUser(site.ctx, { role: 'moderator' })
  for (const days of ages) {
    const { id } = await aQuestion(site.as(token), { title: `${days}` })
    const at = new Date(Date.now() - days * 86_400_000)
    await site.db
      .update(questions)
      .set({ createdAt: at, activeAt: at, hotScore: days })
      .where(eq(questions.id, id))
  }
})
afterAll(() => site.close())

describe('GET /question/page with in_days', () => {
  it('returns the hot questions of seven days', async () => {
    const { count, list } = await site.as().call(listQuestions, { order: 'hot', in_days: 7 })
    expect(list.map(({ title }) => title)).toEqual(['6', '1'])
    expect(count).toBe(2)
  })

  it.each([
    [1, 0],
    [2, 2],
    [9, 3],
    [31, 4],
    [365, 4],
    [366, 5],
    [36_500, 5],
  ])('rounds %i days up to the next window', async (in_days, expected) => {
    const { count, list } = await site.as().call(listQuestions, { order: 'newest', in_days })
    expect([count, list.length]).toEqual([expected, expected])
  })

  it.each(questionOrders)(
    'reuses cached counts for other days and page sizes, in the order %s',
    async (order) => {
      const statements = async (in_days: number, page_size: number, tag: string) => {
        const query = { order, in_days: String(in_days), page_size: String(page_size), tag }
        const { headers } = await site.app.inject({ url: listQuestions.path, query })
        return Number(headers['x-sql-count'])
      }
      await statements(30, 10, 'baking')
      const repeated = await statements(30, 10, 'baking')
      for (let days = 8; days <= 30; days++)
        expect(await statements(days, days, days % 2 === 0 ? 'baking' : 'BaKing')).toBe(repeated)
    },
  )

  it('reads current rows, though their ids are cached for a minute', async () => {
    const hottest = () => site.as().call(listQuestions, { order: 'hot', in_days: 7 })
    const [first] = (await hottest()).list
    const list = (isListed: boolean) =>
      site.db
        .update(questions)
        .set({ isListed })
        .where(eq(questions.id, first?.id ?? ''))
    await list(false)
    expect((await hottest()).list.map(({ title }) => title)).toEqual(['1'])
    await list(true)
    expect((await hottest()).list.map(({ title }) => title)).toEqual(['6', '1'])
  })

  it('lists the most recently active question first at once', async () => {
    const filter = { order: 'active', in_days: 7, page_size: 1 } as const
    const first = async () => (await site.as().call(listQuestions, filter)).list[0]
    expect(await first()).toMatchObject({ title: '1' })
    const [older] = (await site.as().call(listQuestions, { ...filter, page: 2 })).list
    await site.db
      .update(questions)
      .set({ activeAt: new Date() })
      .where(eq(questions.id, older?.id ?? ''))
    expect(await first()).toMatchObject({ title: '6' })
  })

  it.each(questionOrders)(
    'returns all questions without in_days, in the order %s',
    async (order) => {
      expect((await site.as().call(listQuestions, { order })).count).toBe(ages.length)
      expect((await site.as().call(listQuestions, { order, in_days: 90 })).count).toBe(4)
    },
  )
})
