import { login, register } from '@stoa/contract/features/accounts'
import { type ActionRecord, actionRecord } from '@stoa/contract/features/captcha'
import { askQuestion } from '@stoa/contract/features/questions'
import type { Endpoint } from '@stoa/contract/endpoint'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { doWork, lettersIn } from '../../../test/challenges.ts'
import { aSite, type TestSite } from '../../../test/site.ts'
import { hashPassword } from '../../kernel/passwords.ts'
import { aPerson } from '../accounts/accounts.factory.ts'
import { users } from '../users/users.table.ts'
import { captchaListeners } from './captcha.jobs.ts'
import { actionCounts, usedCaptchas } from './captcha.table.ts'

let site: TestSite
let passwordHash: string
const pass = 'columns of marble'
beforeAll(async () => {
  site = await aSite()
  passwordHash = await hashPassword(pass)
})
afterAll(() => site.close())

const minute = 60_000
let places = 0
/** An address nobody has called from. */
const aPlace = () => `10.${++places >> 8}.${places & 255}.1`

type From = { address?: string; token?: string; key?: string }
type Reply = { status: number; reason: string; data: unknown }

async function send(endpoint: Endpoint, input: object, from: From): Promise<Reply> {
  const response = await site.app.inject({
    method: endpoint.method,
    url: endpoint.path,
    remoteAddress: from.address ?? '127.0.0.1',
    headers: {
      ...(from.token === undefined ? {} : { authorization: `Bearer ${from.token}` }),
      ...(from.key === undefined ? {} : { 'idempotency-key': from.key }),
    },
    ...(endpoint.method === 'GET'
      ? { query: input as Record<string, string> }
      : { payload: input }),
  })
  return response.json<Reply>()
}

let guesses = 0
const guess = (address: string, answer: object = {}) =>
  send(login, { e_mail: `g${++guesses}@example.org`, pass: 'not it', ...answer }, { address })
/** The right password, of someone new each time: how often one may try is tested elsewhere. */
async function enter(address: string, answer: object = {}) {
  const { id, email } = await aPerson(site.ctx)
  await site.ctx.db.update(users).set({ passwordHash }).where(eq(users.id, id))
  return await send(login, { e_mail: email, pass, ...answer }, { address })
}

async function recordFor(action: string, from: From) {
  return (await send(actionRecord, { action }, from)).data as ActionRecord
}

async function guessThrice(address: string) {
  for (let index = 0; index < 3; index++)
    expect((await guess(address)).reason).toBe('error.account.wrong_credentials')
}

const asks = {
  status: 400,
  reason: 'error.object.captcha_verification_failed',
  data: [{ error_field: 'captcha_code' }],
}
const nothing = { verify: false, captcha_id: '', captcha_img: '', challenge: null }

describe('signing in', () => {
  it('asks for a challenge after three wrong passwords, even for the right one', async () => {
    const address = aPlace()
    expect(await recordFor('password', { address })).toEqual(nothing)
    await guessThrice(address)
    expect(await enter(address)).toMatchObject(asks)
    expect(await enter(aPlace())).toMatchObject({ status: 200 })

    const record = await recordFor('password', { address })
    expect(record.verify).toBe(true)
    expect(record.captcha_img).toMatch(/^data:image\/png;base64,/)
    const answer = { captcha_id: record.captcha_id, captcha_code: doWork(record.challenge!) }
    expect(await enter(address, answer)).toMatchObject({ status: 200 })
  })

  it('takes the letters of the picture as well, however they are typed', async () => {
    const address = aPlace()
    await guessThrice(address)
    const record = await recordFor('password', { address })
    const typed = (await lettersIn(site.ctx, record)).toLowerCase().split('').join(' ')
    const answer = { captcha_id: record.captcha_id, captcha_code: typed }
    expect(await enter(address, answer)).toMatchObject({ status: 200 })
  })

  it('does not count a success, and forgets after half an hour in which nothing failed', async () => {
    const address = aPlace()
    for (let index = 0; index < 5; index++)
      expect(await enter(address)).toMatchObject({ status: 200 })
    await guessThrice(address)
    site.advance(29 * minute)
    expect(await enter(address)).toMatchObject(asks)
    site.advance(2 * minute)
    expect(await enter(address)).toMatchObject({ status: 200 })
  })

  it('counts guesses that come all at once', async () => {
    const address = aPlace()
    const replies = await Promise.all(Array.from({ length: 15 }, () => guess(address)))
    const judged = replies.filter(({ reason }) => reason === 'error.account.wrong_credentials')
    expect(judged.length).toBe(3)
    expect(replies.filter(({ reason }) => reason === asks.reason).length).toBe(12)
  })

  it('counts a whole IPv6 line as one', async () => {
    for (let index = 1; index <= 3; index++) await guess(`2001:db8:7:8::${index}`)
    expect(await enter('2001:db8:7:8:ffff::1')).toMatchObject(asks)
    expect(await enter('2001:db8:7:9::1')).toMatchObject({ status: 200 })
  })
})

describe('an answer', () => {
  it('is good once: CVE-2023-1537', async () => {
    const address = aPlace()
    await guessThrice(address)
    const record = await recordFor('password', { address })
    const code = await lettersIn(site.ctx, record)
    const answer = { captcha_id: record.captcha_id, captcha_code: code }
    const replies = await Promise.all(Array.from({ length: 10 }, () => enter(address, answer)))
    expect(replies.filter(({ status }) => status === 200).length).toBe(1)
    expect(await enter(address, answer)).toMatchObject(asks)
  })

  it('that is wrong uses the challenge up, so that guessing starts anew (CVE-2023-1539)', async () => {
    const address = aPlace()
    await guessThrice(address)
    const record = await recordFor('password', { address })
    const { captcha_id } = record
    expect(await enter(address, { captcha_id, captcha_code: 'AAAAAA' })).toMatchObject(asks)
    const code = await lettersIn(site.ctx, record)
    expect(await enter(address, { captcha_id, captcha_code: code })).toMatchObject(asks)
  })

  it('is good for six minutes', async () => {
    const address = aPlace()
    await guessThrice(address)
    const [early, late] = [
      await recordFor('password', { address }),
      await recordFor('password', { address }),
    ]
    const answerTo = async (record: ActionRecord) => ({
      captcha_id: record.captcha_id,
      captcha_code: await lettersIn(site.ctx, record),
    })
    const answers = [await answerTo(early), await answerTo(late)] as const
    site.advance(5.9 * minute)
    expect(await enter(address, answers[0])).toMatchObject({ status: 200 })
    site.advance(0.2 * minute)
    expect(await enter(address, answers[1])).toMatchObject(asks)
  })

  it('is good for its action only, and only when this site asked', async () => {
    const address = aPlace()
    await guessThrice(address)
    const person = await aPerson(site.ctx)
    await send(askQuestion, aQuestion(), person)
    const other = await recordFor('question', person)
    const elsewhere = {
      captcha_id: other.captcha_id,
      captcha_code: await lettersIn(site.ctx, other),
    }
    expect(await enter(address, elsewhere)).toMatchObject(asks)
    const { captcha_id: id, challenge } = await recordFor('password', { address })
    const [action, , nonce, mac] = id.split('.')
    for (const forged of ['', 'x', `${id}.x`, `${action}.9999999999.${nonce}.${mac}`]) {
      const answer = { captcha_id: forged, captcha_code: doWork(challenge!) }
      expect(await enter(address, answer)).toMatchObject(asks)
    }
  })

  it.each(['', '0', 'e30=', Buffer.from('{"number":-1}').toString('base64'), 'x'.repeat(99)])(
    'is not guessed: %s',
    async (captcha_code) => {
      const address = aPlace()
      await guessThrice(address)
      const { captcha_id } = await recordFor('password', { address })
      expect(await enter(address, { captcha_id, captcha_code })).toMatchObject(asks)
    },
  )
})

let questions = 0
const aQuestion = () => ({
  title: `A question nobody asked ${++questions}`,
  content: 'Words.',
  tags: [{ slug_name: 'bread' }],
})

describe('asking', () => {
  it('asks for a challenge within five seconds, and after ten in half an hour', async () => {
    const person = await aPerson(site.ctx)
    const ask = async () => (await send(askQuestion, aQuestion(), person)).status
    expect(await ask()).toBe(200)
    expect(await recordFor('question', person)).toMatchObject({ verify: true })
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

  it('counts what was asked, not what was refused', async () => {
    const person = await aPerson(site.ctx)
    const reserved = { ...aQuestion(), tags: [] }
    for (let index = 0; index < 3; index++)
      expect((await send(askQuestion, reserved, person)).reason).toBe('base.request_format_error')
    expect((await send(askQuestion, aQuestion(), person)).status).toBe(200)
  })

  it('answers a retry with the same key, whatever answer comes with it', async () => {
    const person = { ...(await aPerson(site.ctx)), key: 'key-of-this-question' }
    const question = aQuestion()
    const first = await send(askQuestion, question, person)
    expect(first.status).toBe(200)
    expect(await send(askQuestion, question, person)).toEqual(first)
    const again = { ...question, captcha_id: 'x', captcha_code: 'y' }
    expect(await send(askQuestion, again, person)).toEqual(first)
  })

  it('never holds up staff', async () => {
    for (const role of ['moderator', 'admin'] as const) {
      const person = await aPerson(site.ctx, { role })
      for (let index = 0; index < 3; index++)
        expect((await send(askQuestion, aQuestion(), person)).status).toBe(200)
      expect(await recordFor('question', person)).toEqual(nothing)
    }
  })
})

describe('registering', () => {
  it('asks for a challenge after ten from one address', async () => {
    const address = aPlace()
    const sign = (index: number, answer: object = {}) =>
      send(
        register,
        {
          name: `Person ${index}`,
          e_mail: `many-${index}@example.org`,
          pass,
          ...answer,
        },
        { address },
      )
    for (let index = 0; index < 10; index++) expect((await sign(index)).status).toBe(200)
    expect(await sign(10)).toMatchObject(asks)
    const record = await recordFor('email', { address })
    const code = await lettersIn(site.ctx, record)
    const answer = { captcha_id: record.captcha_id, captcha_code: code }
    expect((await sign(10, answer)).status).toBe(200)
  })
})

describe('what is stored', () => {
  it('is neither the challenges handed out nor any answer, and goes with time', async () => {
    const address = aPlace()
    await guessThrice(address)
    const before = await site.ctx.db.select().from(usedCaptchas)
    const record = await recordFor('password', { address })
    expect(await site.ctx.db.select().from(usedCaptchas)).toEqual(before)
    const code = await lettersIn(site.ctx, record)
    await enter(address, { captcha_id: record.captcha_id, captcha_code: code })
    const stored = JSON.stringify(await site.ctx.db.select().from(usedCaptchas))
    expect(stored).toContain(record.captcha_id)
    expect(stored).not.toContain(code)

    site.advance(180 * minute)
    for (const listener of captchaListeners) await listener.run(site.ctx)
    expect(await site.ctx.db.select().from(usedCaptchas)).toEqual([])
    const left = await site.ctx.db
      .select()
      .from(actionCounts)
      .where(eq(actionCounts.subject, address))
    expect(left).toEqual([])
  })
})
