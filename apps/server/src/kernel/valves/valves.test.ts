import { listQuestions } from '@stoa/contract/features/questions'
import { uploadFile } from '@stoa/contract/features/uploads'
import http from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../../../test/site.ts'
import { aPerson } from '../../features/accounts/accounts.factory.ts'
import { portOf } from '../http.ts'

let site: TestSite
let port: number
let token: string
/** Names of the requests whose work has begun, and how to let each end. */
let begun: string[]
let held: (() => void)[]
let isHeld: boolean

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

// Held requests come with bearer tokens.
const config = { resolvesSession: 'token' } as const

// The least there can be: two are worked on at once.
const twoAtOnce = { STOA_REQUESTS_AT_ONCE: '2' }

beforeEach(async () => {
  site = await aSite({ env: twoAtOnce })
  token = (await aPerson(site.ctx)).token
  begun = []
  held = []
  isHeld = true
  site.app.all<{ Querystring: { name: string } }>('/held', { config }, async (request) => {
    begun.push(request.query.name)
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
    return { name: request.query.name }
  })
  await site.app.listen({ host: '127.0.0.1', port: 0 })
  port = portOf(site.app.server)
})
afterEach(async () => {
  letAllEnd()
  await site.close()
})

function letAllEnd() {
  isHeld = false
  for (const end of held.splice(0)) end()
}

type Sent = { method?: string; headers?: Record<string, string> }
type Reply = { status: number; headers: http.IncomingHttpHeaders; text: string }

/** A request over a real socket, which can be cut. */
function send(path: string, { method = 'GET', headers = {} }: Sent = {}) {
  const all = { 'user-agent': firefox, ...headers }
  const request = http.request({ port, path, method, headers: all, agent: false })
  const reply = new Promise<Reply>((resolve, reject) => {
    request.on('error', reject).on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => (text += part))
      response.on('end', () => {
        const { statusCode: status = 0, headers: given } = response
        resolve({ status, headers: given, text })
      })
    })
  })
  // Who is cut off has nobody to tell.
  reply.catch(() => undefined)
  request.end()
  return { reply, cut: () => request.destroy() }
}

const hold = (name: string, sent?: Sent) => send(`/held?name=${name}`, sent)
const bearer = () => ({ authorization: `Bearer ${token}` })

async function metric(name: string, labels: Record<string, string> = {}) {
  const found = await site.ctx.metrics.registry.getSingleMetric(name)?.get()
  const ofLabels = found?.values.filter(({ labels: given }) =>
    Object.entries(labels).every(([key, value]) => given[key as never] === value),
  )
  return ofLabels?.reduce((sum, { value }) => sum + value, 0) ?? 0
}

const waiting = () => metric('stoa_turns_waiting')
const refused = () => metric('stoa_refused_total')

/** Takes both turns, and lets so many visitors wait that there is no room for more. */
async function saturate() {
  const working = ['one', 'two'].map((name) => hold(name))
  await expect.poll(() => begun.length).toBe(2)
  const queue = Array.from({ length: 120 }, (_, n) => hold(`queued-${n}`))
  await expect.poll(async () => (await waiting()) + (await refused())).toBe(120)
  return [...working, ...queue]
}

it('turns go to the writes of members, to members, to visitors and to crawlers', async () => {
  const replies = ['one', 'two'].map((name) => hold(name).reply)
  await expect.poll(() => begun.length).toBe(2)
  const asked: [string, Sent][] = [
    ['crawler', { headers: { 'user-agent': googlebot } }],
    ['visitor', {}],
    ['member', { headers: { cookie: `lang=en_US; sid=${token}` } }],
    ['writer', { method: 'POST', headers: bearer() }],
  ]
  for (const [n, [name, sent]] of asked.entries()) {
    replies.push(hold(name, sent).reply)
    await expect.poll(waiting).toBe(n + 1)
  }
  for (let n = 2; n < 6; n++) {
    held.shift()?.()
    await expect.poll(() => begun.length).toBe(n + 1)
  }
  letAllEnd()
  expect(begun.slice(2)).toEqual(['writer', 'member', 'visitor', 'crawler'])
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual(Array(6).fill(200))
})

const samples = 10

describe('when too many wait', () => {
  it('rejects the next with Retry-After while all work is held, and still answers /healthz', async () => {
    await saturate()
    const before = await refused()
    for (let n = 0; n < samples; n++) {
      const { status, headers } = await send('/questions').reply
      expect(status).toBe(503)
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(5)
      expect((await send('/healthz').reply).status).toBe(200)
    }
    // No permit was released meanwhile: neither reply waited for one.
    expect(begun).toEqual(['one', 'two'])
    expect(await refused()).toBeGreaterThanOrEqual(before + samples)
  })

  it('calls are answered with an envelope, pages with a page in the language of the reader', async () => {
    await saturate()
    const call = await send(listQuestions.path).reply
    expect(JSON.parse(call.text)).toEqual({
      status: 503,
      reason: 'base.busy',
      msg: 'The site is busy. Try again in a moment.',
      data: { retry_after: Number(call.headers['retry-after']) },
    })
    const page = await send('/questions', { headers: { 'accept-language': 'ar' } }).reply
    expect(page.text).toContain('<html lang="ar" dir="rtl">')
    expect(page.text).toContain('<a href="">')
    for (const { headers } of [call, page]) {
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/)
      expect(headers['content-security-policy']).toContain(`default-src 'none'`)
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })

  it('crawlers are sent away for minutes, members wait', async () => {
    await saturate()
    const crawler = await send('/questions', { headers: { 'user-agent': googlebot } }).reply
    expect(crawler.status).toBe(503)
    expect(Number(crawler.headers['retry-after'])).toBeGreaterThanOrEqual(60)
    expect(Number(crawler.headers['retry-after'])).toBeLessThanOrEqual(120)
    const member = hold('member', { headers: bearer() })
    await expect.poll(() => metric('stoa_turns_waiting', { rank: 'member' })).toBe(1)
    held.shift()?.()
    await expect.poll(() => begun.at(-1)).toBe('member')
    letAllEnd()
    expect((await member.reply).status).toBe(200)
  })

  it('who goes away waits no more', async () => {
    const all = await saturate()
    const before = await refused()
    for (const { cut } of all) cut()
    await expect.poll(waiting).toBe(0)
    expect(await refused()).toBe(before)
  })
})

it('work that goes on without its reader keeps its turn until it is done', async () => {
  const one = hold('one')
  await expect.poll(() => begun).toEqual(['one'])
  // On a connection of its own: sent together, either may come first.
  const two = hold('two')
  await expect.poll(() => begun).toEqual(['one', 'two'])
  const next = hold('next')
  await expect.poll(waiting).toBe(1)
  one.cut()
  await one.reply.catch(() => undefined)
  // Long enough for the cut to be seen: another request comes and goes.
  await send('/healthz').reply
  expect(begun).toEqual(['one', 'two'])
  held.shift()?.()
  await expect.poll(() => begun).toEqual(['one', 'two', 'next'])
  letAllEnd()
  expect([(await two.reply).status, (await next.reply).status]).toEqual([200, 200])
})

describe('a slow line holds no turn', () => {
  const slowly = (path: string, type: string, text: string) => {
    const headers = { 'content-type': type, 'content-length': '10000', ...bearer() }
    const request = http.request({ port, path, method: 'POST', headers })
    request.on('error', () => undefined).write(text)
    return request
  }

  it.each([
    ['JSON', '/held?name=slow', 'application/json', '{'],
    ['a form', uploadFile.path, 'multipart/form-data; boundary=b', '--b\r\n'],
  ])('while it brings %s', async (_what, path, type, text) => {
    const before = await metric('stoa_http_request_duration_seconds')
    const lines = Array.from({ length: 5 }, () => slowly(path, type, text))
    for (let n = 0; n < 10; n++) expect((await send(listQuestions.path).reply).status).toBe(200)
    expect(await metric('stoa_http_request_duration_seconds')).toBeGreaterThan(before)
    expect(begun).toEqual([])
    for (const line of lines) line.destroy()
  })
})

it('nobody is refused at normal load', async () => {
  const readers = Array.from({ length: 20 }, async () => {
    for (let n = 0; n < 5; n++) expect((await send(listQuestions.path).reply).status).toBe(200)
  })
  await Promise.all(readers)
  expect(await refused()).toBe(0)
})

it('those who wait are answered before a stop ends', async () => {
  const replies = Array.from({ length: 6 }, (_, n) => hold(`${n}`).reply)
  await expect.poll(waiting).toBe(4)
  const closed = site.app.close()
  for (let n = 2; n <= 6; n++) {
    held.shift()?.()
    if (n < 6) await expect.poll(() => begun.length).toBe(n + 1)
  }
  letAllEnd()
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual(Array(6).fill(200))
  await closed
})
