import { login, register } from '@stoa/contract/features/accounts'
import { type ActionRecord, actionRecord } from '@stoa/contract/features/captcha'
import { askQuestion } from '@stoa/contract/features/questions'
import type { Endpoint } from '@stoa/contract/endpoint'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { solveProofOfWork, readCaptchaText } from '../../../../test/captcha.ts'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { hashPassword } from '../../../kernel/passwords.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { users } from '../../../schema/users.ts'
import { captchaListeners } from './captcha.jobs.ts'
import { actionCounts, usedCaptchas } from '../../../schema/captcha.ts'

let site: TestSite
let passwordHash: string
const pass = 'columns of marble'
beforeAll(async () => {
  site = await aSite()
  passwordHash = await hashPassword(pass)
})
afterAll(() => site.close())

const minute = 60_000
let ips = 0
/** An IP without any counted actions. */
const aNewIp = () => `10.${++ips >> 8}.${ips & 255}.1`

type From = { ip?: string; token?: string; key?: string }
type Response = { status: number; reason: string; data: unknown }

async function send(endpoint: Endpoint, input: object, from: From): Promise<Response> {
  const response = await site.app.inject({
    method: endpoint.method,
    url: endpoint.path,
    remoteAddress: from.ip ?? '127.0.0.1',
    headers: {
      ...(from.token === undefined ? {} : { authorization: `Bearer ${from.token}` }),
      ...(from.key === undefined ? {} : { 'idempotency-key': from.key }),
    },
    ...(endpoint.method === 'GET'
      ? { query: input as Record<string, string> }
      : { payload: input }),
  })
  return response.json<Response>()
}

let guesses = 0
const guess = (ip: string, solution: object = {}) =>
  send(login, { e_mail: `g${++guesses}@example.org`, pass: 'not it', ...solution }, { ip })
/** Uses the correct password of a new user each time, to stay below the rate limit. */
async function logIn(ip: string, solution: object = {}) {
  const { id, email } = await aUser(site.ctx)
  await site.db.update(users).set({ passwordHash }).where(eq(users.id, id))
  return await send(login, { e_mail: email, pass, ...solution }, { ip })
}

async function recordFor(action: string, from: From) {
  return (await send(actionRecord, { action }, from)).data as ActionRecord
}

async function guessThrice(ip: string) {
  for (let index = 0; index < 3; index++)
    expect((await guess(ip)).reason).toBe('error.account.wrong_credentials')
}

const captchaError = {
  status: 400,
  reason: 'error.object.captcha_verification_failed',
  data: [{ error_field: 'captcha_code' }],
}
const notRequired = (action: string) => ({
  verify: false,
  action,
  captcha_id: '',
  captcha_img: '',
  challenge: null,
  plugin: '',
})

describe('POST /user/login/email', () => {
  it('requires a captcha after three wrong passwords, even for a correct one', async () => {
    const ip = aNewIp()
    expect(await recordFor('password', { ip })).toEqual(notRequired('password'))
    await guessThrice(ip)
    expect(await logIn(ip)).toMatchObject(captchaError)
    expect(await logIn(aNewIp())).toMatchObject({ status: 200 })

    const record = await recordFor('password', { ip })
    expect(record.verify).toBe(true)
    expect(record.captcha_img).toMatch(/^data:image\/png;base64,/)
    const solution = {
      captcha_id: record.captcha_id,
      captcha_code: solveProofOfWork(record.challenge!),
    }
    expect(await logIn(ip, solution)).toMatchObject({ status: 200 })
  })

  it('accepts the letters of the image, whatever their case and spacing', async () => {
    const ip = aNewIp()
    await guessThrice(ip)
    const record = await recordFor('password', { ip })
    const letters = (await readCaptchaText(site.ctx, record)).toLowerCase().split('').join(' ')
    const solution = { captcha_id: record.captcha_id, captcha_code: letters }
    expect(await logIn(ip, solution)).toMatchObject({ status: 200 })
  })

  it('does not count successes, and resets after half an hour without a failure', async () => {
    const ip = aNewIp()
    for (let index = 0; index < 5; index++) expect(await logIn(ip)).toMatchObject({ status: 200 })
    await guessThrice(ip)
    site.advance(29 * minute)
    expect(await logIn(ip)).toMatchObject(captchaError)
    site.advance(2 * minute)
    expect(await logIn(ip)).toMatchObject({ status: 200 })
  })

  it('counts concurrent failures', async () => {
    const ip = aNewIp()
    const responses = await Promise.all(Array.from({ length: 15 }, () => guess(ip)))
    const checked = responses.filter(({ reason }) => reason === 'error.account.wrong_credentials')
    expect(checked.length).toBe(3)
    expect(responses.filter(({ reason }) => reason === captchaError.reason).length).toBe(12)
  })

  it('counts an IPv6 /64 network as one', async () => {
    for (let index = 1; index <= 3; index++) await guess(`2001:db8:7:8::${index}`)
    expect(await logIn('2001:db8:7:8:ffff::1')).toMatchObject(captchaError)
    expect(await logIn('2001:db8:7:9::1')).toMatchObject({ status: 200 })
  })
})

describe('captcha solution', () => {
  it('works once (CVE-2023-1537)', async () => {
    const ip = aNewIp()
    await guessThrice(ip)
    const record = await recordFor('password', { ip })
    const code = await readCaptchaText(site.ctx, record)
    const solution = { captcha_id: record.captcha_id, captcha_code: code }
    const responses = await Promise.all(Array.from({ length: 10 }, () => logIn(ip, solution)))
    expect(responses.filter(({ status }) => status === 200).length).toBe(1)
    expect(await logIn(ip, solution)).toMatchObject(captchaError)
  })

  it('that is wrong invalidates the captcha (CVE-2023-1539)', async () => {
    const ip = aNewIp()
    await guessThrice(ip)
    const record = await recordFor('password', { ip })
    const { captcha_id } = record
    expect(await logIn(ip, { captcha_id, captcha_code: 'AAAAAA' })).toMatchObject(captchaError)
    const code = await readCaptchaText(site.ctx, record)
    expect(await logIn(ip, { captcha_id, captcha_code: code })).toMatchObject(captchaError)
  })

  it('expires after six minutes', async () => {
    const ip = aNewIp()
    await guessThrice(ip)
    const [early, late] = [await recordFor('password', { ip }), await recordFor('password', { ip })]
    const solve = async (record: ActionRecord) => ({
      captcha_id: record.captcha_id,
      captcha_code: await readCaptchaText(site.ctx, record),
    })
    const solutions = [await solve(early), await solve(late)] as const
    site.advance(5.9 * minute)
    expect(await logIn(ip, solutions[0])).toMatchObject({ status: 200 })
    site.advance(0.2 * minute)
    expect(await logIn(ip, solutions[1])).toMatchObject(captchaError)
  })

  it('is rejected for another action and when it is forged', async () => {
    const ip = aNewIp()
    await guessThrice(ip)
    const user = await aUser(site.ctx)
    await send(askQuestion, aQuestion(), user)
    const other = await recordFor('question', user)
    const otherSolution = {
      captcha_id: other.captcha_id,
      captcha_code: await readCaptchaText(site.ctx, other),
    }
    expect(await logIn(ip, otherSolution)).toMatchObject(captchaError)
    const { captcha_id: id, challenge } = await recordFor('password', { ip })
    const [action, , nonce, , mac] = id.split('.')
    for (const forged of ['', 'x', `${id}.x`, `${action}.9999999999.${nonce}..${mac}`]) {
      const solution = { captcha_id: forged, captcha_code: solveProofOfWork(challenge!) }
      expect(await logIn(ip, solution)).toMatchObject(captchaError)
    }
  })

  it.each(['', '0', 'e30=', Buffer.from('{"number":-1}').toString('base64'), 'x'.repeat(99)])(
    'rejects %s',
    async (captcha_code) => {
      const ip = aNewIp()
      await guessThrice(ip)
      const { captcha_id } = await recordFor('password', { ip })
      expect(await logIn(ip, { captcha_id, captcha_code })).toMatchObject(captchaError)
    },
  )
})

let questions = 0
const aQuestion = () => ({
  title: `A question nobody asked ${++questions}`,
  content: 'Words.',
  tags: [{ slug_name: 'bread' }],
})

describe('POST /question', () => {
  it('requires a captcha within five seconds, and after ten questions in half an hour', async () => {
    const user = await aUser(site.ctx)
    const ask = async () => (await send(askQuestion, aQuestion(), user)).status
    expect(await ask()).toBe(200)
    expect(await recordFor('question', user)).toMatchObject({ verify: true })
    expect(await ask()).toBe(400)
    for (let index = 0; index < 9; index++) {
      site.advance(6_000)
      expect(await ask()).toBe(200)
    }
    site.advance(6_000)
    expect(await ask()).toBe(400)
    site.advance(31 * minute)
    expect(await ask()).toBe(200)
  })

  it('does not count rejected questions', async () => {
    const user = await aUser(site.ctx)
    const reserved = { ...aQuestion(), tags: [] }
    for (let index = 0; index < 3; index++)
      expect((await send(askQuestion, reserved, user)).reason).toBe('base.request_format_error')
    expect((await send(askQuestion, aQuestion(), user)).status).toBe(200)
  })

  it('returns the same response for a retry with the same key, whatever its solution', async () => {
    const user = { ...(await aUser(site.ctx)), key: 'key-of-this-question' }
    const question = aQuestion()
    const first = await send(askQuestion, question, user)
    expect(first.status).toBe(200)
    expect(await send(askQuestion, question, user)).toEqual(first)
    const again = { ...question, captcha_id: 'x', captcha_code: 'y' }
    expect(await send(askQuestion, again, user)).toEqual(first)
  })

  it('never requires a captcha of staff', async () => {
    for (const role of ['moderator', 'admin'] as const) {
      const user = await aUser(site.ctx, { role })
      for (let index = 0; index < 3; index++)
        expect((await send(askQuestion, aQuestion(), user)).status).toBe(200)
      expect(await recordFor('question', user)).toEqual(notRequired('question'))
    }
  })
})

describe('POST /user/register/email', () => {
  it('requires a captcha after ten registrations from one IP', async () => {
    const ip = aNewIp()
    const signUp = (index: number, solution: object = {}) =>
      send(
        register,
        {
          name: `Person ${index}`,
          e_mail: `many-${index}@example.org`,
          pass,
          ...solution,
        },
        { ip },
      )
    for (let index = 0; index < 10; index++) expect((await signUp(index)).status).toBe(200)
    expect(await signUp(10)).toMatchObject(captchaError)
    const record = await recordFor('email', { ip })
    const code = await readCaptchaText(site.ctx, record)
    const solution = { captcha_id: record.captcha_id, captcha_code: code }
    expect((await signUp(10, solution)).status).toBe(200)
  })
})

describe('stored captcha data', () => {
  it('holds no issued captchas and no solutions, and is deleted after a while', async () => {
    const ip = aNewIp()
    await guessThrice(ip)
    const previous = await site.ctx.db.select().from(usedCaptchas)
    const record = await recordFor('password', { ip })
    expect(await site.ctx.db.select().from(usedCaptchas)).toEqual(previous)
    const code = await readCaptchaText(site.ctx, record)
    await logIn(ip, { captcha_id: record.captcha_id, captcha_code: code })
    const stored = JSON.stringify(await site.ctx.db.select().from(usedCaptchas))
    expect(stored).toContain(record.captcha_id)
    expect(stored).not.toContain(code)

    site.advance(180 * minute)
    for (const listener of captchaListeners) await listener.run(site.ctx)
    expect(await site.ctx.db.select().from(usedCaptchas)).toEqual([])
    const left = await site.ctx.db.select().from(actionCounts).where(eq(actionCounts.subject, ip))
    expect(left).toEqual([])
  })
})
