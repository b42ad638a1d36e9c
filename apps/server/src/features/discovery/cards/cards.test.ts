import { rateLimits } from '@stoa/contract/limits'
import { loginSettings } from '@stoa/contract/settings/people'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { setDeleted } from '../../content/shared/posts.factory.ts'
import { questions } from '../../../schema/posts.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { drawCard, isRightToLeft } from './cards.drawing.ts'

let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let id: string

beforeAll(async () => {
  site = await aSite()
  ada = await aUser(site.ctx)
  id = (await aQuestion(site.as(ada.token), { title: 'Is <b>rye</b> & spelt "safe"?' })).id
})
afterAll(() => site.close())

const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers })
const cardOf = (questionId: string) => `/cards/questions/${questionId}.png`
const change = (values: Partial<typeof questions.$inferInsert>) =>
  site.db.update(questions).set(values).where(eq(questions.id, id))

describe('GET /cards/questions/:id.png', () => {
  it('returns a PNG of 1200 x 630 pixels', async () => {
    const response = await get(`${cardOf(id)}?v=1.0.0`)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400',
    })
    const metadata = await sharp(response.rawPayload).metadata()
    expect(metadata).toMatchObject({ format: 'png', width: 1200, height: 630 })
  })

  it('returns 304 for a matching ETag, and 200 after a change', async () => {
    const { etag } = (await get(cardOf(id))).headers
    const known = { 'if-none-match': String(etag) }
    expect((await get(cardOf(id), known)).statusCode).toBe(304)
    await change({ title: 'Another title' })
    const again = await get(cardOf(id), known)
    expect(again.statusCode).toBe(200)
    await change({ score: 7 })
    expect((await get(cardOf(id))).headers['etag']).not.toBe(again.headers['etag'])
  })

  it('serves unlisted questions and returns 404 for hidden ones', async () => {
    await change({ isListed: false })
    expect((await get(cardOf(id))).statusCode).toBe(200)
    await change({ isListed: true, status: 11 })
    expect((await get(cardOf(id))).statusCode).toBe(404)
    await change({ status: 1 })
    await setDeleted(site.ctx, 'question', id, ada.id)
    const deleted = await get(cardOf(id), { authorization: `Bearer ${ada.token}` })
    const missing = await get(cardOf('10010000000999999'))
    expect([deleted.statusCode, deleted.body]).toEqual([404, missing.body])
    await setDeleted(site.ctx, 'question', id, null)
    for (const invalidId of ['1', 'x', '%00', ada.id, '10020000000000001'])
      expect((await get(cardOf(invalidId))).statusCode, invalidId).toBe(404)
  })

  it('sends one SQL statement', async () => {
    expect((await get(cardOf(id))).headers['x-sql-count']).toBe('1')
  })

  it('returns 404 on a private site', async () => {
    const set = (login_required: boolean) =>
      transact(site.ctx, (tx) => changeSettings(tx, loginSettings, { login_required }))
    expect((await get('/cards/site.png')).statusCode).toBe(200)
    await set(true)
    for (const url of [cardOf(id), '/cards/site.png'])
      expect((await get(url, { authorization: `Bearer ${ada.token}` })).statusCode).toBe(404)
    await set(false)
  })

  it('is rate limited by network', async () => {
    const codes = new Set<number>()
    for (let n = 0; n <= rateLimits['card.address'].points; n++)
      codes.add((await get(cardOf('10010000000999999'))).statusCode)
    expect([...codes]).toEqual([404, 429])
  })
})

describe('drawCard', () => {
  const card = { siteName: 'Porch', tags: [], facts: [], accent: '#0033ff' }
  /** Whether a part of the title area has dark pixels. */
  const hasTextAt = async (title: string, left: number) => {
    const area = { left, top: 150, width: 300, height: 350 }
    const part = await sharp(await drawCard({ ...card, title }))
      .extract(area)
      .png()
      .toBuffer()
    const { channels } = await sharp(part).removeAlpha().stats()
    return Math.min(...channels.map(({ min }) => min)) < 100
  }

  it('aligns the title by the direction of its script', async () => {
    expect([await hasTextAt('Rye', 80), await hasTextAt('Rye', 820)]).toEqual([true, false])
    expect([await hasTextAt('خبز', 80), await hasTextAt('خبز', 820)]).toEqual([false, true])
  })

  it('omits emoji', async () => {
    expect(await hasTextAt('🎉👩‍👩‍👧🇫🇷', 80)).toBe(false)
  })

  it.each([
    ['of one endless word', 'W'.repeat(150)],
    ['in Chinese', '酵'.repeat(150)],
    ['with marks and control characters', '<b>&amp;\u0000\u001b</span> "\''],
  ])('draws a title %s', async (_name, title) => {
    const bytes = await drawCard({ ...card, title, tags: ['t'.repeat(200)], facts: ['Votes 1'] })
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 })
  })

  it.each([
    ['Rye', false],
    ['12 خبز', true],
    ['"שלום"', true],
    ['Rye خبز', false],
    ['酵母', false],
  ])('detects the direction of %s', (text, expected) => {
    expect(isRightToLeft(text)).toBe(expected)
  })
})
