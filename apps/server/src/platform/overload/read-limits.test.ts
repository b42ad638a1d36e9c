import { readCosts, type ReadLimitName, readLimits } from '@stoa/contract/limits'
import { listQuestions } from '@stoa/contract/features/questions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aPageProcess, type PageProcess } from '../../../test/pages.ts'
import { aSite, clientOf, type TestSite } from '../../../test/site.ts'
import { aUser } from '../../features/people/auth/accounts.factory.ts'
import { aQuestion } from '../../features/content/questions/questions.factory.ts'
import { createReadLimits } from './read-limits.ts'

describe('createReadLimits', () => {
  function aLimit() {
    let time = 0
    const take = createReadLimits(() => time)
    return {
      take: (cost = 1, subject = 'a', kind: ReadLimitName = 'member') =>
        take({ kind, subject }, cost),
      pass: (ms: number) => (time += ms),
    }
  }
  const { points, seconds } = readLimits.member

  it('allows all points at once and refills evenly', () => {
    const { take, pass } = aLimit()
    for (let n = 0; n < points; n++) expect(take()).toBe(0)
    expect(take()).toBe(1)
    expect(take(points / 2)).toBe(seconds / 2)
    pass((seconds * 1000) / 2)
    expect(take(points / 2)).toBe(0)
    expect(take()).toBe(1)
  })

  it('counts each reader and kind separately', () => {
    const { take } = aLimit()
    expect(take(points)).toBe(0)
    expect(take()).toBe(1)
    expect(take(1, 'b')).toBe(0)
    expect(take(1, 'a', 'network')).toBe(0)
  })

  it('recovers when the clock is set back', () => {
    const { take, pass } = aLimit()
    take(points)
    pass(-3_600_000)
    expect(take()).toBe(1)
    pass(seconds * 1000)
    expect(take(points)).toBe(0)
  })
})

describe('read limits over HTTP', () => {
  let site: TestSite
  let pages: PageProcess
  let networks = 0
  let network: string

  beforeAll(async () => {
    const env = { STOA_TRUST_PROXY: '127.0.0.1', STOA_READ_LIMITS: 'true' }
    site = await aSite({ env })
    const frozen = new Date()
    pages = await aPageProcess(site.ctx.config, { now: () => frozen })
  })
  beforeEach(() => (network = `10.0.1.${++networks}`))
  afterAll(async () => {
    await pages.close()
    await site.close()
  })

  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
  const get = (path: string, headers: Record<string, string> = {}) =>
    pages.read(path, { 'user-agent': firefox, 'x-forwarded-for': network, ...headers })

  /** Reads the most expensive URL until the limit is used up. */
  async function exhaust(kind: ReadLimitName, headersOf: (n: number) => Record<string, string>) {
    for (let n = 0; n < readLimits[kind].points / readCosts.sitemap; n++)
      expect((await get('/sitemap.xml', headersOf(n))).status).toBe(200)
  }

  it('rejects a network that used up its limit with 429 and Retry-After', async () => {
    await exhaust('network', () => ({}))
    for (const path of ['/sitemap.xml', '/sitemap/tags.xml', '/feed.atom', '/questions?n=1']) {
      const rejected = await get(path)
      expect([rejected.status, path]).toEqual([429, path])
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      expect(rejected.headers.get('cache-control')).toBe('no-store')
    }
    const call = await get(listQuestions.path)
    expect([call.status, JSON.parse(call.body)]).toEqual([
      429,
      expect.objectContaining({ reason: 'base.too_many_requests', data: { retry_after: 1 } }),
    ])
    const page = await get('/questions?n=1', { 'accept-language': 'ar' })
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('<html lang="ar" dir="rtl">')
    expect((await get('/healthz')).status).toBe(200)
    network = '10.0.2.1'
    expect((await get('/questions?n=1')).status).toBe(200)
  })

  it('limits neither cached pages nor members of the same network', async () => {
    const { token } = await aUser(site.ctx)
    const member = { cookie: `sid=${token}` }
    expect((await get('/questions?n=1', member)).status).toBe(200)
    for (let n = 0; n < 3; n++) await get('/tags')
    const left = readLimits.network.points / readCosts.sitemap - 1
    for (let n = 0; n < left; n++) await get('/sitemap.xml')
    await expect.poll(async () => (await get('/sitemap.xml')).status).toBe(429)
    expect(await get('/tags')).toMatchObject({ status: 200, cache: 'hit' })
    expect((await get('/questions?n=1', member)).status).toBe(200)
  })

  it('limits crawlers separately', async () => {
    await exhaust('crawler', () => ({ 'user-agent': googlebot }))
    expect((await get('/questions?n=1', { 'user-agent': googlebot })).status).toBe(429)
    expect((await get('/questions?n=1')).status).toBe(200)
  })

  it('charges forged sessions to the network', async () => {
    await exhaust('network', (n) => ({ cookie: `sid=forged-${n}` }))
    expect((await get('/questions?n=1', { cookie: 'sid=forged' })).status).toBe(429)
  })

  it('charges members across networks and does not count writes', async () => {
    const { token } = await aUser(site.ctx)
    const member = { cookie: `sid=${token}` }
    await get('/questions?n=1', member)
    const left = Math.floor(readLimits.member.points / readCosts.sitemap)
    for (let n = 0; n < left; n++)
      expect((await get('/sitemap.xml', member)).status, String(n)).toBe(200)
    network = '10.0.2.2'
    expect((await get('/sitemap.xml', member)).status).toBe(429)
    const question = await aQuestion(clientOf(pages.ctx, pages.app, token))
    expect(question.id).toMatch(/^\d+$/)
  })
})
