import { login } from '@stoa/contract/features/accounts'
import { deleteAnswer } from '@stoa/contract/features/answers'
import { livePath } from '@stoa/contract/features/live'
import { deleteQuestion } from '@stoa/contract/features/questions'
import { siteInfo } from '@stoa/contract/features/site'
import { uploadFile } from '@stoa/contract/features/uploads'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Nginx, startTier } from '../../../scripts/services/nginx.ts'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { anAnswer } from '../src/features/content/answers/answers.factory.ts'
import { aQuestion } from '../src/features/content/questions/questions.factory.ts'
import { aPageProcess, type PageProcess } from './pages.ts'
import { aProxy } from './proxy.ts'
import { aSite, type TestSite } from './site.ts'

type TestUser = Awaited<ReturnType<typeof aUser>>

let site: TestSite
let pages: PageProcess
let proxy: Awaited<ReturnType<typeof aProxy>>
let nginx: Nginx
let ada: TestUser

beforeAll(async () => {
  site = await aSite({ env: { STOA_SURROGATE_KEYS: 'true', STOA_TRUST_PROXY: '127.0.0.1' } })
  pages = await aPageProcess(site.ctx.config, { now: () => new Date() })
  proxy = await aProxy(Number(new URL(pages.url).port))
  nginx = await startTier(proxy.port)
  ada = await aUser(site.ctx, { name: 'Ada Okoro' })
})
afterAll(async () => {
  await nginx.stop()
  proxy.close()
  await pages.close()
  await site.close()
})

async function aPage(title = 'Why does rye rise slowly?', content = 'At **length**, please.') {
  const { id, url_title } = await aQuestion(site.as(ada.token), { title, content })
  return { id, path: `/questions/${id}/${url_title}` }
}

/** Reads through nginx, which reports its cache status in `X-Tier`. */
async function read(path: string, headers: Record<string, string> = {}, origin = nginx.origin) {
  const response = await fetch(origin + path, { headers, redirect: 'manual' })
  const { status } = response
  return {
    status,
    body: await response.text(),
    from: response.headers.get('x-tier'),
    headers: response.headers,
  }
}

/** Reads until nginx serves the page from its cache. */
async function waitForHit(path: string, headers?: Record<string, string>) {
  await expect.poll(async () => (await read(path, headers)).from).toBe('HIT')
  return await read(path, headers)
}

const countServedPages = async () => {
  const { values } = await pages.ctx.metrics.pages.get()
  return values.reduce((sum, { value }) => sum + value, 0)
}

describe('nginx and streams', () => {
  it('passes messages on at once', async () => {
    const { id } = await aPage('Who hears of an answer first?')
    const headers = { authorization: `Bearer ${ada.token}` }
    const url = `${nginx.origin}${livePath}?questions=${id}`
    const response = await fetch(url, { headers })
    expect(response.status).toBe(200)
    const chunks = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await chunks.read()).value).toContain('data: []')
    await anAnswer(site.as((await aUser(site.ctx)).token), id)
    const answeredAt = Date.now()
    expect((await chunks.read()).value).toContain(`q${id}`)
    expect(Date.now() - answeredAt).toBeLessThan(3_000)
    await chunks.cancel()
  })
})

describe('nginx cache', () => {
  it('serves cached pages without asking Stoa', async () => {
    const { path } = await aPage()
    const first = await read(path)
    expect(first.from).toBe('MISS')
    await expect
      .poll(async () => {
        const before = await countServedPages()
        const { from, body } = await read(path)
        return { from, isSame: body === first.body, forwarded: (await countServedPages()) - before }
      })
      .toEqual({ from: 'HIT', isSame: true, forwarded: 0 })
  })

  it('bypasses the cache for sessions and tokens', async () => {
    const { path } = await aPage()
    await waitForHit(path)
    const callers: Record<string, string>[] = [
      { cookie: `sid=${ada.token}` },
      { cookie: `theme=dark; sid=${ada.token}` },
      { authorization: `Bearer ${ada.token}` },
      { cookie: 'list_view=compact' },
      { cookie: 'list_order=active' },
      { cookie: 'answer_order=created' },
      { cookie: 'shortcuts=off' },
    ]
    for (const headers of callers) {
      const ownPage = await read(path, headers)
      expect([ownPage.status, ownPage.from], JSON.stringify(headers)).toEqual([200, 'BYPASS'])
    }
    expect((await read(path, { cookie: `sid=${ada.token}` })).body).toContain('"when":"now"')
    const visitor = await read(path)
    expect(visitor.body).toContain('"when":"intent"')
  })

  // Pages offer the choice until the cookie is set.
  it.each([
    ['list_view', 'compact', ' value="compact"'],
    ['external_images', 'always', ' value="always"'],
  ])('does not share a page rendered for the cookie %s', async (name, value, offer) => {
    const image = '![loaf](https://elsewhere.example/loaf.png)'
    const question = await aPage('Which loaf is pictured?', image)
    const path = name === 'list_view' ? '/questions' : question.path
    for (let round = 0; round < 2; round++) {
      const ownPage = await read(path, { cookie: `${name}=${value}` })
      expect(ownPage.from).toBe('BYPASS')
      expect(ownPage.body).not.toContain(offer)
      // For shared caches that ignore the cookie.
      expect(ownPage.headers.get('cache-control')).toBe('no-store')
      expect((await read(path)).body).toContain(offer)
    }
  })

  it('does not cache responses that set a cookie', async () => {
    let requestCount = 0
    const cookieServer = createServer((_request, response) => {
      response.writeHead(200, { 'x-accel-expires': '60', 'set-cookie': `sid=${++requestCount}` })
      response.end(`for ${requestCount}`)
    })
    await new Promise<void>((done) => cookieServer.listen(0, '127.0.0.1', done))
    const other = await startTier((cookieServer.address() as AddressInfo).port)
    const bodies = [
      await read('/', {}, other.origin),
      await read('/', {}, other.origin),
      await read('/', {}, other.origin),
    ].map(({ body }) => body)
    await other.stop()
    cookieServer.close()
    expect(bodies).toEqual(['for 1', 'for 2', 'for 3'])
  })

  it('never serves a deleted question after one second', async () => {
    const { id, path } = await aPage()
    const clock = await aPage('Which page tells that time has passed?')
    await waitForHit(path)
    await site.as(ada.token).call(deleteQuestion, { id })
    // Cached after the other, so it cannot expire before it.
    await waitForHit(clock.path)
    await expect.poll(async () => (await read(clock.path)).from, { interval: 100 }).toBe('EXPIRED')
    expect((await read(path)).status).toBe(404)
  })

  it('never mixes languages and themes', async () => {
    const { path } = await aPage()
    const variants: [Record<string, string>, string][] = [
      [{ 'accept-language': 'en' }, 'lang="en-US" dir="ltr"'],
      [{ 'accept-language': 'ar' }, 'lang="ar" dir="rtl"'],
      [{ 'accept-language': 'en', cookie: 'lang=ar' }, 'lang="ar" dir="rtl"'],
      [
        { 'accept-language': 'en', cookie: 'theme=dark' },
        'lang="en-US" dir="ltr" data-theme="dark"',
      ],
      [
        { 'accept-language': 'ar', cookie: 'a=b; theme=light' },
        'lang="ar" dir="rtl" data-theme="light"',
      ],
    ]
    // nginx and Stoa would read these cookies differently, so they must bypass the cache.
    const ambiguousCookies = [
      'LANG=ar',
      'theme=; theme=dark',
      'lang =ar',
      'lang=ar ; a=b',
      'lang="ar"',
      'lang=',
    ]
    for (let round = 0; round < 2; round++) {
      for (const cookie of ambiguousCookies)
        expect((await read(path, { 'accept-language': 'en', cookie })).from, cookie).toBe('BYPASS')
      for (const [headers, expected] of variants) {
        const { body } = await waitForHit(path, headers)
        expect(/<html ([^>]*)>/.exec(body)?.[1], JSON.stringify(headers)).toBe(expected)
      }
    }
  })

  it('sends surrogate keys of visible content only', async () => {
    const { id, path } = await aPage()
    const ben = site.as((await aUser(site.ctx, { name: 'Ben' })).token)
    const shown = await anAnswer(site.as(ada.token), id)
    const hidden = await anAnswer(ben, id, 'Never mind.')
    await ben.call(deleteAnswer, { id: hidden.id })
    const { headers } = await read(path)
    const keys = headers.get('surrogate-key')?.split(' ') ?? []
    expect(keys).toEqual(expect.arrayContaining(['pages', `o${id}`, `o${shown.id}`, `u${ada.id}`]))
    expect(keys).not.toContain(`o${hidden.id}`)
    expect(
      (await read(path, { cookie: `sid=${ada.token}` })).headers.get('surrogate-key'),
    ).toBeNull()
    expect((await read('/questions/10010000000099999')).headers.get('surrogate-key')).toBeNull()
  })

  it('caches assets with a hash in their name', async () => {
    const asset = /\/assets\/[\w.-]+\.css/.exec((await read('/')).body)?.[0] ?? ''
    await read(asset)
    expect((await read(asset)).from).toBe('HIT')
  })

  it('serves stale pages while Stoa is down, and 502 to members', async () => {
    const { path } = await aPage()
    const { body } = await waitForHit(path)
    proxy.set('down')
    await expect.poll(async () => (await read(path)).from).toBe('STALE')
    expect(await read(path)).toMatchObject({ status: 200, body })
    expect((await read(path, { cookie: `sid=${ada.token}` })).status).toBe(502)
    proxy.set('pass')
    await waitForHit(path)
  })
})

describe('nginx limits', () => {
  const otherIp = '127.0.0.2'
  const apiPath = login.path

  /** Every local IP but 127.0.0.1 is rate limited. */
  function send(origin: string, path: string, from: string, body: Buffer | null = null) {
    const sent = request(origin + path, {
      method: body === null ? 'GET' : 'POST',
      // As JSON, Stoa itself would reject the size of a file.
      headers: {
        'content-type':
          path === uploadFile.path ? 'multipart/form-data; boundary=x' : 'application/json',
      },
      localAddress: from,
      agent: false,
    })
    // The connection may be closed while a rejected body is sent.
    const status = new Promise<number>((resolve) => {
      sent.on('response', (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      sent.on('error', () => resolve(0))
    })
    sent.end(body ?? undefined)
    return { status, destroy: () => sent.destroy() }
  }

  it.each([
    ['a call', apiPath, 600_000, true],
    ['a call', apiPath, 100_000, false],
    ['a file', uploadFile.path, 11_000_000, true],
    ['a file', uploadFile.path, 9_000_000, false],
    ['a page', '/users/login', 11_000_000, true],
    ['an asset', '/assets/none.js', 2_000, true],
  ])('limit the body size of %s: %s %i', async (_name, path, bytes, isRejected) => {
    const { status } = send(nginx.origin, path, otherIp, Buffer.alloc(bytes, ' '))
    expect((await status) === 413).toBe(isRejected)
  })

  it('limit the request rate per IP, except for this machine', async () => {
    // So slow that no token is refilled during the test.
    const slow = await startTier(proxy.port, [['rate=50r/s', 'rate=1r/m']])
    const count = async (from: string) => {
      const statuses: number[] = []
      for (let round = 0; round < 26; round++) {
        const sent = Array.from({ length: 10 }, () => send(slow.origin, siteInfo.path, from).status)
        statuses.push(...(await Promise.all(sent)))
      }
      return statuses.filter((status) => status === 429).length
    }
    const limited = await count(otherIp)
    const free = await count('127.0.0.1')
    await slow.stop()
    // One and a burst of 200 pass, and one more for each minute.
    expect(limited).toBeGreaterThan(40)
    expect(limited).toBeLessThan(60)
    expect(free).toBe(0)
  }, 120_000)

  it('limit the connections per IP', async () => {
    proxy.set('hang')
    const sent = Array.from({ length: 110 }, () => send(nginx.origin, siteInfo.path, otherIp))
    const rejected: number[] = []
    for (const { status } of sent) void status.then((code) => code === 429 && rejected.push(code))
    await expect.poll(() => rejected.length, { timeout: 30_000 }).toBe(10)
    proxy.set('pass')
    expect(await send(nginx.origin, siteInfo.path, '127.0.0.3').status).toBe(200)
    for (const { destroy } of sent) destroy()
  }, 60_000)
})
