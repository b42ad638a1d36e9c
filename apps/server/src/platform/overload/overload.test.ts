import { listQuestions } from '@stoa/contract/features/questions'
import { uploadFile } from '@stoa/contract/features/uploads'
import http from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../test/site.ts'
import { aUser } from '../../features/people/auth/accounts.factory.ts'
import { portOf } from '../http/http.ts'

let site: TestSite
let port: number
let token: string
/** Names of the requests that run, and functions that finish them. */
let started: string[]
let held: (() => void)[]
let isHeld: boolean

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

const config = { resolvesSession: 'token' } as const

const minConcurrency = { STOA_REQUESTS_AT_ONCE: '2' }

beforeEach(async () => {
  site = await aSite({ env: minConcurrency })
  token = (await aUser(site.ctx)).token
  started = []
  held = []
  isHeld = true
  site.app.all<{ Querystring: { name: string } }>('/held', { config }, async (request) => {
    started.push(request.query.name)
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
    return { name: request.query.name }
  })
  await site.app.listen({ host: '127.0.0.1', port: 0 })
  port = portOf(site.app.server)
})
afterEach(async () => {
  finishAll()
  await site.close()
})

function finishAll() {
  isHeld = false
  for (const finish of held.splice(0)) finish()
}

type SendOptions = { method?: string; headers?: Record<string, string> }
type TextResponse = { status: number; headers: http.IncomingHttpHeaders; text: string }

/** Sends over a real socket, so that it can be aborted. */
function send(path: string, { method = 'GET', headers = {} }: SendOptions = {}) {
  const all = { 'user-agent': firefox, ...headers }
  const request = http.request({ port, path, method, headers: all, agent: false })
  const response = new Promise<TextResponse>((resolve, reject) => {
    request.on('error', reject).on('response', (message) => {
      let text = ''
      message.setEncoding('utf8').on('data', (part) => (text += part))
      message.on('end', () => {
        resolve({ status: message.statusCode ?? 0, headers: message.headers, text })
      })
    })
  })
  // Aborted requests are expected.
  response.catch(() => undefined)
  request.end()
  return { response, abort: () => request.destroy() }
}

const hold = (name: string, options?: SendOptions) => send(`/held?name=${name}`, options)
const bearer = () => ({ authorization: `Bearer ${token}` })

async function metric(name: string, labels: Record<string, string> = {}) {
  const found = await site.ctx.metrics.registry.getSingleMetric(name)?.get()
  const matching = found?.values.filter(({ labels: actual }) =>
    Object.entries(labels).every(([key, value]) => actual[key as never] === value),
  )
  return matching?.reduce((sum, { value }) => sum + value, 0) ?? 0
}

const countWaiting = () => metric('stoa_turns_waiting')
const countRejected = () => metric('stoa_refused_total')

/** Holds both permits and fills the queue for visitors. */
async function saturate() {
  const running = ['one', 'two'].map((name) => hold(name))
  await expect.poll(() => started.length).toBe(2)
  const queue = Array.from({ length: 120 }, (_, n) => hold(`queued-${n}`))
  await expect.poll(async () => (await countWaiting()) + (await countRejected())).toBe(120)
  return [...running, ...queue]
}

it('grants permits to writes of members, members, visitors and crawlers, in this order', async () => {
  const responses = ['one', 'two'].map((name) => hold(name).response)
  await expect.poll(() => started.length).toBe(2)
  const requests: [string, SendOptions][] = [
    ['crawler', { headers: { 'user-agent': googlebot } }],
    ['visitor', {}],
    ['member', { headers: { cookie: `lang=en_US; sid=${token}` } }],
    ['writer', { method: 'POST', headers: bearer() }],
  ]
  for (const [n, [name, options]] of requests.entries()) {
    responses.push(hold(name, options).response)
    await expect.poll(countWaiting).toBe(n + 1)
  }
  for (let n = 2; n < 6; n++) {
    held.shift()?.()
    await expect.poll(() => started.length).toBe(n + 1)
  }
  finishAll()
  expect(started.slice(2)).toEqual(['writer', 'member', 'visitor', 'crawler'])
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(Array(6).fill(200))
})

const samples = 10

describe('when the queue is full', () => {
  it('rejects the next request with Retry-After at once and still serves /healthz', async () => {
    await saturate()
    const before = await countRejected()
    for (let n = 0; n < samples; n++) {
      const { status, headers } = await send('/questions').response
      expect(status).toBe(503)
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(5)
      expect((await send('/healthz').response).status).toBe(200)
    }
    // No permit was released in the meantime, so neither response waited for one.
    expect(started).toEqual(['one', 'two'])
    expect(await countRejected()).toBeGreaterThanOrEqual(before + samples)
  })

  it("rejects API calls with an envelope and pages with a page in the visitor's language", async () => {
    await saturate()
    const call = await send(listQuestions.path).response
    expect(JSON.parse(call.text)).toEqual({
      status: 503,
      reason: 'base.busy',
      msg: 'The site is busy. Please try again in a moment.',
      data: { retry_after: Number(call.headers['retry-after']) },
    })
    const page = await send('/questions', { headers: { 'accept-language': 'ar' } }).response
    expect(page.text).toContain('<html lang="ar" dir="rtl">')
    expect(page.text).toContain('<a href="">')
    for (const { headers } of [call, page]) {
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/)
      expect(headers['content-security-policy']).toContain(`default-src 'none'`)
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })

  it('rejects crawlers for minutes while members wait', async () => {
    await saturate()
    const crawler = await send('/questions', { headers: { 'user-agent': googlebot } }).response
    expect(crawler.status).toBe(503)
    expect(Number(crawler.headers['retry-after'])).toBeGreaterThanOrEqual(60)
    expect(Number(crawler.headers['retry-after'])).toBeLessThanOrEqual(120)
    const member = hold('member', { headers: bearer() })
    await expect.poll(() => metric('stoa_turns_waiting', { rank: 'member' })).toBe(1)
    held.shift()?.()
    await expect.poll(() => started.at(-1)).toBe('member')
    finishAll()
    expect((await member.response).status).toBe(200)
  })

  it('removes clients that disconnect from the queue', async () => {
    const all = await saturate()
    const before = await countRejected()
    for (const { abort } of all) abort()
    await expect.poll(countWaiting).toBe(0)
    expect(await countRejected()).toBe(before)
  })
})

it('keeps the permit of a request whose client disconnected until its handler is done', async () => {
  const one = hold('one')
  await expect.poll(() => started).toEqual(['one'])
  // Sent later, because either of two concurrent requests may start first.
  const two = hold('two')
  await expect.poll(() => started).toEqual(['one', 'two'])
  const next = hold('next')
  await expect.poll(countWaiting).toBe(1)
  one.abort()
  await one.response.catch(() => undefined)
  // A round trip, so that the server has noticed the abort.
  await send('/healthz').response
  expect(started).toEqual(['one', 'two'])
  held.shift()?.()
  await expect.poll(() => started).toEqual(['one', 'two', 'next'])
  finishAll()
  expect([(await two.response).status, (await next.response).status]).toEqual([200, 200])
})

describe('a slow client holds no permit', () => {
  const sendSlowly = (path: string, type: string, text: string) => {
    const headers = { 'content-type': type, 'content-length': '10000', ...bearer() }
    const request = http.request({ port, path, method: 'POST', headers })
    request.on('error', () => undefined).write(text)
    return request
  }

  it.each([
    ['JSON', '/held?name=slow', 'application/json', '{'],
    ['a form', uploadFile.path, 'multipart/form-data; boundary=b', '--b\r\n'],
  ])('while it uploads %s', async (_case, path, type, text) => {
    const before = await metric('stoa_http_request_duration_seconds')
    const requests = Array.from({ length: 5 }, () => sendSlowly(path, type, text))
    for (let n = 0; n < 10; n++) expect((await send(listQuestions.path).response).status).toBe(200)
    expect(await metric('stoa_http_request_duration_seconds')).toBeGreaterThan(before)
    expect(started).toEqual([])
    for (const request of requests) request.destroy()
  })
})

it('rejects nobody at normal load', async () => {
  const readers = Array.from({ length: 20 }, async () => {
    for (let n = 0; n < 5; n++) expect((await send(listQuestions.path).response).status).toBe(200)
  })
  await Promise.all(readers)
  expect(await countRejected()).toBe(0)
})

it('responds to waiting requests before the server stops', async () => {
  const responses = Array.from({ length: 6 }, (_, n) => hold(`${n}`).response)
  await expect.poll(countWaiting).toBe(4)
  const closed = site.app.close()
  for (let n = 2; n <= 6; n++) {
    held.shift()?.()
    if (n < 6) await expect.poll(() => started.length).toBe(n + 1)
  }
  finishAll()
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(Array(6).fill(200))
  await closed
})
