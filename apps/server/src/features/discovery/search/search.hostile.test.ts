import { search } from '@stoa/contract/features/search'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'

let site: TestSite

beforeAll(async () => {
  site = await aSite({ works: true })
})
afterAll(() => site.close())

/** Nearly the maximum length of a post. */
const fill = (piece: string) => `walrus ${piece.repeat(Math.floor(65_000 / piece.length))}`

describe('search index job', () => {
  it('indexes very long words, and search finds and shows the posts', async () => {
    const ada = await aUser(site.ctx)
    const questionIds: string[] = []
    for (const piece of ['A', 'a_', 'a\u0315\u0316', '\u0E01\u0E48\u0E38'])
      questionIds.push((await aQuestion(site.as(ada.token), { content: fill(piece) })).id)
    const searchWalrus = async () => (await site.as().call(search, { q: 'walrus' })).list
    await expect
      .poll(
        async () => {
          site.advance(60_000)
          return (await searchWalrus()).map(({ object }) => object.id).toSorted()
        },
        { timeout: 60_000, interval: 500 },
      )
      .toEqual(questionIds.toSorted())
    for (const { object } of await searchWalrus()) {
      expect(object.excerpt).toMatch(/^<mark>walrus<\/mark> /)
      expect(object.excerpt.length).toBeLessThan(400)
    }
    const metrics = await site.ctx.metrics.registry.metrics()
    expect(metrics).toContain('stoa_jobs_total{queue="question.asked/index",result="done"} 4')
    expect(metrics).not.toContain('stoa_jobs_total{queue="question.asked/index",result="failed"}')
  }, 120_000)
})
