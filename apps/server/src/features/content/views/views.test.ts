import { getQuestion } from '@stoa/contract/features/questions'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { setDeleted } from '../shared/posts.factory.ts'
import { questions } from '../../../schema/posts.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { flushViews } from './views.actions.ts'
import { viewsFeature } from './views.feature.ts'
import { isBot } from '../../../kernel/requests.ts'
import { questionViews } from '../../../schema/views.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx)
})
afterAll(() => site.close())

type Visit = { from?: string; agent?: string; token?: string }
async function viewQuestion(id: string, { from = '10.0.0.1', agent = firefox, token }: Visit = {}) {
  const response = await site.app.inject({
    url: getQuestion.path,
    query: { id },
    remoteAddress: from,
    headers: {
      'user-agent': agent,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  })
  return response.statusCode
}
async function countViews(id: string) {
  await flushViews(site.ctx)
  const [row] = await site.ctx.db.select().from(questions).where(eq(questions.id, id))
  return row?.viewCount
}

describe('view counts', () => {
  it('count each reader once in 24 hours', async () => {
    const { id } = await aQuestion(site.as(ada.token))
    for (const _ of [1, 2, 3]) await viewQuestion(id)
    expect(await countViews(id)).toBe(1)
    await viewQuestion(id)
    await viewQuestion(id, { from: '10.0.0.2' })
    await viewQuestion(id, { token: ada.token })
    await viewQuestion(id, { token: ada.token, from: '10.0.0.9' })
    expect(await countViews(id)).toBe(3)
    site.advance(23 * 3_600_000)
    await viewQuestion(id)
    expect(await countViews(id)).toBe(3)
    site.advance(3_600_000)
    await viewQuestion(id)
    expect(await countViews(id)).toBe(4)
    await viewQuestion(id)
    expect(await countViews(id)).toBe(4)
  })

  it('count visitors once per network, whatever the User-Agent', async () => {
    const { id } = await aQuestion(site.as(ada.token))
    for (let n = 0; n < 5; n++) await viewQuestion(id, { agent: `${firefox} ${n}` })
    for (let n = 1; n < 5; n++)
      await viewQuestion(id, { from: `2001:db8::${n}`, agent: `${firefox} ${n}` })
    expect(await countViews(id)).toBe(2)
  })

  it('ignore bots and readers who cannot see the question', async () => {
    const { id } = await aQuestion(site.as(ada.token))
    await viewQuestion(id, {
      agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    })
    await setDeleted(site.ctx, 'question', id, ada.id)
    expect(await viewQuestion(id)).toBe(404)
    expect(await countViews(id)).toBe(0)
    await viewQuestion(id, { token: ada.token })
    expect(await countViews(id)).toBe(1)
  })

  it('are written in one batch, also concurrently', async () => {
    const question = await Promise.all([1, 2, 3].map(() => aQuestion(site.as(ada.token))))
    for (const { id } of question)
      for (let n = 0; n < 10; n++) await viewQuestion(id, { from: `10.0.1.${n}` })
    await Promise.all([flushViews(site.ctx), flushViews(site.ctx), flushViews(site.ctx)])
    for (const { id } of question) expect(await countViews(id)).toBe(10)
  })

  it('do not identify readers', async () => {
    const { id } = await aQuestion(site.as(ada.token))
    await viewQuestion(id)
    await countViews(id)
    const rows = await site.ctx.db.select().from(questionViews)
    expect(rows.some((row) => row.questionId === id)).toBe(true)
    expect(Object.keys(rows[0]!).toSorted()).toEqual(['questionId', 'reader', 'seenAt'])
    expect(rows.map((row) => row.reader)).not.toContain(ada.id)
  })

  it('are deleted after a day', async () => {
    site.advance(25 * 3_600_000)
    const [sweep] = viewsFeature.listeners ?? []
    if (sweep?.kind !== 'every') throw new Error('there is no sweep')
    await sweep.run(site.ctx)
    expect(await site.ctx.db.select().from(questionViews)).toEqual([])
  })

  it('are queued while the database fails, and flushed on shutdown', async () => {
    const other = await aSite()
    const ben = await aUser(other.ctx)
    const { id } = await aQuestion(other.as(ben.token))
    await other.as(ben.token).call(getQuestion, { id })
    const { autocommit, db } = other.ctx
    await autocommit.execute(sql`alter table question_views rename to away`)
    await expect(flushViews(other.ctx)).rejects.toThrow()
    await autocommit.execute(sql`alter table away rename to question_views`)
    await other.app.close()
    const [row] = await db.select().from(questions).where(eq(questions.id, id))
    expect(row?.viewCount).toBe(1)
    await other.close()
  })
})

describe('isBot', () => {
  it.each([
    [firefox, false],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
      false,
    ],
    ['Mozilla/5.0 (Linux; Android 14; Cubot X30) AppleWebKit/537.36 Chrome/140 Mobile', false],
    ['', true],
    ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', true],
    ['Mozilla/5.0 AppleWebKit/537.36; compatible; GPTBot/1.2', true],
    ['DuckDuckBot/1.1', true],
    ['Baiduspider', true],
    ['facebookexternalhit/1.1', true],
    ['curl/8.5.0', true],
    ['python-requests/2.32', true],
    ['Mozilla/5.0 HeadlessChrome/140.0', true],
  ])('%s: %s', (userAgent, expected) => {
    expect(isBot(userAgent)).toBe(expected)
  })
})
