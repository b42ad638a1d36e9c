import type { RateLimits } from '../../kernel/services.ts'
import { login } from '@stoa/contract/features/accounts'
import { rateLimits } from '@stoa/contract/limits'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { servicePorts } from '../../../test/databases.ts'
import { aProxy } from '../../../test/proxy.ts'
import { aSite, type TestSite } from '../../../test/site.ts'
import { AppError } from '../../kernel/errors.ts'
import { openRateLimits } from './rate-limits.ts'
import { commandTimeoutMs } from '../cache/redis.ts'

const log = pino({ level: 'silent' })
const { points } = rateLimits['mail.user']
let subjects = 0
const aSubject = () => `subject-${process.pid}-${Date.now()}-${++subjects}`

/** Returns the rejection after the allowed number of points. */
async function rejectionAfter(limits: RateLimits, subject: string, allowed: number) {
  for (let index = 0; index < allowed; index++) await limits.take('mail.user', subject)
  return await limits.take('mail.user', subject).then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error : null),
  )
}

function expectRejection(error: AppError | null) {
  expect(error?.code).toBe('base.too_many_requests')
  const hint = error?.details.hint
  const seconds = hint !== undefined && 'retry_after' in hint ? hint.retry_after : 0
  expect(seconds).toBeGreaterThan(3_500)
  expect(seconds).toBeLessThanOrEqual(3_600)
}

const redis = new Redis(servicePorts().redis.url)
afterAll(() => redis.disconnect())

/** Connections are established in the background. */
async function untilConnected(limits: RateLimits) {
  const isCounted = async () => {
    const probe = aSubject()
    await limits.take('render.user', probe)
    return (await redis.keys(`*${probe}*`)).length > 0
  }
  await expect.poll(isCounted).toBe(true)
}

describe('openRateLimits', () => {
  it.each([
    ['without Redis', undefined],
    ['with Redis', servicePorts().redis.url],
    ['with a Redis that is dead', 'redis://127.0.0.1:1'],
  ])('allows exactly the limit and rejects the next, %s', async (_name, url) => {
    const limits = openRateLimits(url, log)
    if (url === servicePorts().redis.url) await untilConnected(limits)
    const subject = aSubject()
    expectRejection(await rejectionAfter(limits, subject, points))
    expect(await rejectionAfter(limits, aSubject(), points - 1)).toBeNull()
    await expect(limits.take('render.user', subject)).resolves.toBeUndefined()
    limits.close()
  })

  it('is exact for concurrent requests', async () => {
    const limits = openRateLimits(servicePorts().redis.url, log)
    await untilConnected(limits)
    const subject = aSubject()
    const takes = Array.from({ length: 20 }, () => limits.take('mail.user', subject))
    const results = await Promise.allSettled(takes)
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(points)
    limits.close()
  })

  it('shares counters between processes over Redis', async () => {
    const { url } = servicePorts().redis
    const [first, second] = [openRateLimits(url, log), openRateLimits(url, log)]
    await untilConnected(first)
    await untilConnected(second)
    const subject = aSubject()
    for (let index = 0; index < points; index++) await first.take('mail.user', subject)
    expectRejection(await rejectionAfter(second, subject, 0))
    first.close()
    second.close()
  })

  it('enforces limits without waiting while Redis hangs', async () => {
    const proxy = await aProxy(servicePorts().redis.port)
    const limits = openRateLimits(`redis://127.0.0.1:${proxy.port}`, log)
    await untilConnected(limits)
    proxy.set('hang')
    expectRejection(await rejectionAfter(limits, aSubject(), points))
    const started = performance.now()
    for (let index = 0; index < 20; index++) await limits.take('mail.user', aSubject())
    // Each would take commandTimeoutMs if it waited for Redis.
    expect(performance.now() - started).toBeLessThan((20 * commandTimeoutMs) / 2)
    limits.close()
    proxy.close()
  })
})

describe('a rate-limited endpoint', () => {
  let site: TestSite
  beforeAll(async () => {
    site = await aSite()
  })
  afterAll(() => site.close())

  const tryLogin = (email: string, ip: string) =>
    site.app.inject({
      method: 'POST',
      url: login.path,
      remoteAddress: ip,
      payload: { e_mail: email, pass: 'not the password' },
    })

  it('returns 429 with the seconds to wait in the body and Retry-After', async () => {
    const allowed = rateLimits['login.account'].points
    for (let index = 0; index < allowed; index++)
      expect((await tryLogin('ada@example.org', `10.0.0.${index}`)).statusCode).toBe(400)
    const rejected = await tryLogin('ADA@example.org', '10.0.0.98')
    expect(rejected.statusCode).toBe(429)
    expect(rejected.json()).toMatchObject({ status: 429, reason: 'base.too_many_requests' })
    const seconds = rejected.json<{ data: { retry_after: number } }>().data.retry_after
    expect(rejected.headers['retry-after']).toBe(String(seconds))
    expect((await tryLogin('ben@example.org', '10.0.0.99')).statusCode).toBe(400)
  }, 120_000)

  it('counts an IP across accounts', async () => {
    const allowed = rateLimits['login.address'].points
    const codes: number[] = []
    for (let index = 0; index <= allowed; index++)
      codes.push((await tryLogin(`p${index}@example.org`, '10.1.1.1')).statusCode)
    expect(codes.slice(0, allowed)).toEqual(Array.from({ length: allowed }, () => 400))
    expect(codes.at(-1)).toBe(429)
  })

  it('ignores X-Forwarded-For from an untrusted client', async () => {
    const allowed = rateLimits['login.address'].points
    let last = 0
    for (let index = 0; index <= allowed; index++) {
      const response = await site.app.inject({
        method: 'POST',
        url: login.path,
        remoteAddress: '10.2.2.2',
        headers: { 'x-forwarded-for': `1.1.1.${index}` },
        payload: { e_mail: `q${index}@example.org`, pass: 'not the password' },
      })
      last = response.statusCode
    }
    expect(last).toBe(429)
  })
})

describe('rate limits behind a proxy', () => {
  const allowed = rateLimits['login.address'].points
  let site: TestSite
  beforeAll(async () => {
    site = await aSite({ env: { STOA_TRUST_PROXY: '10.9.9.9,10.8.0.0/16' } })
  })
  afterAll(() => site.close())

  let tries = 0
  async function statusOf(remoteAddress: string, forwarded: string) {
    const response = await site.app.inject({
      method: 'POST',
      url: login.path,
      remoteAddress,
      headers: { 'x-forwarded-for': forwarded },
      payload: { e_mail: `t${++tries}@example.org`, pass: 'not the password' },
    })
    return response.statusCode
  }

  it('count the client IP that the proxy saw', async () => {
    const seen = '203.0.113.5'
    for (let index = 0; index < allowed; index++)
      expect(await statusOf('10.9.9.9', `1.1.1.${index}, ${seen}`)).toBe(400)
    expect(await statusOf('10.9.9.9', `2.2.2.2, ${seen}`)).toBe(429)
    expect(await statusOf('10.9.9.9', `${seen}, 10.8.1.1`)).toBe(429)
    expect(await statusOf('10.9.9.9', '203.0.113.6')).toBe(400)
  })

  it('ignore X-Forwarded-For from other clients', async () => {
    for (let index = 0; index < allowed; index++)
      expect(await statusOf('198.51.100.7', `10.9.9.9, 3.3.3.${index}`)).toBe(400)
    expect(await statusOf('198.51.100.7', '203.0.113.9')).toBe(429)
  })
})

describe('POST /user/login/email while Redis is down', () => {
  it('is limited by IP, by account and by captcha', async () => {
    const site = await aSite({ env: { STOA_REDIS_URL: 'redis://127.0.0.1:1' } })
    const send = async (email: string, remoteAddress: string) => {
      const response = await site.app.inject({
        method: 'POST',
        url: login.path,
        remoteAddress,
        payload: { e_mail: email, pass: 'not the password' },
      })
      return response.json<{ status: number; reason: string }>()
    }
    const byIp: string[] = []
    for (let index = 0; index <= rateLimits['login.address'].points; index++)
      byIp.push((await send(`a${index}@example.org`, '10.3.3.3')).reason)
    expect(byIp.slice(0, 3)).toEqual(Array(3).fill('error.account.wrong_credentials'))
    expect(new Set(byIp.slice(3, -1))).toEqual(
      new Set(['error.object.captcha_verification_failed']),
    )
    expect(byIp.at(-1)).toBe('base.too_many_requests')
    const byAccount: number[] = []
    for (let index = 0; index <= rateLimits['login.account'].points; index++)
      byAccount.push((await send('ada@example.org', `10.4.4.${index}`)).status)
    expect(byAccount.slice(0, -1)).toEqual(Array(rateLimits['login.account'].points).fill(400))
    expect(byAccount.at(-1)).toBe(429)
    await site.close()
  }, 120_000)
})
