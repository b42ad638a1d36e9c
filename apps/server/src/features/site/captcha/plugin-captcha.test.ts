import { login } from '@stoa/contract/features/accounts'
import { type ActionRecord, actionRecord } from '@stoa/contract/features/captcha'
import { askQuestion } from '@stoa/contract/features/questions'
import type { Endpoint } from '@stoa/contract/endpoint'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readCaptchaText, solveProofOfWork } from '../../../../test/captcha.ts'
import { aPackage, putPlugin } from '../../../../test/plugins.ts'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { plugins } from '../../../schema/plugins.ts'
import { usedCaptchas } from '../../../schema/captcha.ts'
import { parseCaptchaId, toProofOfWork } from './captchas.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite()
  await putPlugin(quiz, { db: site.db, settings: { key: 'k1' } })
  await site.ctx.plugins.reload()
})
afterAll(() => site.close())
afterEach(() => setPlugin({ enabled: true, settings: { key: 'k1' } }))

/** Codes say what the service would: for which action they are, and what goes wrong. */
const quiz = aPackage({
  slug: 'quiz',
  server: `export default {
    async verifyCaptcha({ code, action, ip }, kit) {
      if (code === 'broken code of a service') throw new Error('the service is down')
      if (code === 'late code of a service') await new Promise(() => {})
      if (code === 'odd code of a service') return 'yes'
      kit.log.info(ip)
      return code.startsWith('code for ' + action)
    },
  }`,
  files: { 'captcha.js': 'export default () => {}' },
  provides: { captcha: true },
  manifest: {
    kit: '^1.1',
    kinds: ['captcha'],
    captcha: { file: 'captcha.js', hosts: ['captcha.example'], settings: ['key'] },
    settings: [{ name: 'key', type: 'input', title: 'Key', required: true }],
  },
})

async function setPlugin(changes: { enabled: boolean; settings: object }) {
  await site.db
    .update(plugins)
    .set(changes as never)
    .where(eq(plugins.slug, 'quiz'))
  await site.ctx.plugins.reload()
  site.advance(pauseMs)
}

const pauseMs = 121_000
let ips = 0
/** An IP without any counted actions. */
const aNewIp = () => `10.${++ips >> 8}.${ips & 255}.1`

type From = { ip?: string; token?: string }
type Response = { status: number; reason: string; data: unknown; statements: number }

async function send(endpoint: Endpoint, input: object, { ip, token }: From): Promise<Response> {
  const response = await site.app.inject({
    method: endpoint.method,
    url: endpoint.path,
    remoteAddress: ip ?? '127.0.0.1',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(endpoint.method === 'GET'
      ? { query: input as Record<string, string> }
      : { payload: input }),
  })
  return { ...response.json<Response>(), statements: Number(response.headers['x-sql-count']) }
}

let guesses = 0
const guess = (ip: string, solution: object = {}) =>
  send(login, { e_mail: `g${++guesses}@example.org`, pass: 'not it', ...solution }, { ip })

async function recordFor(ip: string, action = 'password') {
  return (await send(actionRecord, { action }, { ip })).data as ActionRecord
}

/** From an IP that needs a captcha to log in. */
async function aGuesser() {
  const ip = aNewIp()
  for (let index = 0; index < 3; index++) await guess(ip)
  return ip
}

async function guessWith(ip: string, code: string) {
  const { captcha_id } = await recordFor(ip)
  return (await guess(ip, { captcha_id, captcha_code: code })).reason
}

const solved = 'error.account.wrong_credentials'
const unsolved = 'error.object.captcha_verification_failed'

describe('the captcha of a plugin', () => {
  it('replaces the proof of work of the site, beside the image', async () => {
    const ip = await aGuesser()
    expect((await guess(ip)).reason).toBe(unsolved)
    const record = await recordFor(ip)
    expect(record).toMatchObject({ verify: true, plugin: 'quiz', challenge: null })
    expect(record.captcha_img).toMatch(/^data:image\/png;base64,/)
  })

  it('accepts a code once, also for another captcha and concurrently', async () => {
    const ip = await aGuesser()
    expect(await guessWith(ip, 'code for password 1')).toBe(solved)
    expect(await guessWith(ip, 'code for password 1')).toBe(unsolved)
    expect(await guessWith(await aGuesser(), 'code for password 1')).toBe(unsolved)
    const tries = Array.from({ length: 5 }, () => guessWith(ip, 'code for password 2'))
    const reasons = await Promise.all(tries)
    expect(reasons.toSorted()).toEqual([solved, unsolved, unsolved, unsolved, unsolved].toSorted())
    const stored = JSON.stringify(await site.ctx.db.select().from(usedCaptchas))
    expect(stored).not.toContain('code for')
  })

  it('rejects a code for another action, a captcha of another action, and no code', async () => {
    const ip = await aGuesser()
    expect(await guessWith(ip, 'code for vote')).toBe(unsolved)
    expect(await guessWith(ip, '')).toBe(unsolved)
    const ada = await aUser(site.ctx)
    const ask = (solution = {}) =>
      send(
        askQuestion,
        {
          title: `Why ${++guesses}`.padEnd(20),
          content: 'Words.',
          tags: [{ slug_name: 'bread' }],
          ...solution,
        },
        ada,
      )
    await ask()
    const { captcha_id } = (await send(actionRecord, { action: 'question' }, ada))
      .data as ActionRecord
    const reason = (await guess(ip, { captcha_id, captcha_code: 'code for password 3' })).reason
    expect(reason).toBe(unsolved)
  })

  it('accepts the letters of the image, but not the proof of work', async () => {
    const ip = await aGuesser()
    const record = await recordFor(ip)
    const letters = await readCaptchaText(site.ctx, record)
    const { captcha_id } = record
    expect((await guess(ip, { captcha_id, captcha_code: letters })).reason).toBe(solved)
    const other = (await recordFor(ip)).captcha_id
    const work = await toProofOfWork(site.ctx, (await parseCaptchaId(site.ctx, other))!)
    const worked = await guess(ip, { captcha_id: other, captcha_code: solveProofOfWork(work) })
    expect(worked.reason).toBe(unsolved)
  })

  it('is never required of staff', async () => {
    const moderator = await aUser(site.ctx, { role: 'moderator' })
    const record = await send(actionRecord, { action: 'vote' }, moderator)
    expect(record.data).toMatchObject({ verify: false, plugin: '' })
  })

  it('costs as many statements as that of the site', async () => {
    const count = async () => {
      const ip = await aGuesser()
      const [record, id] = [
        await send(actionRecord, { action: 'password' }, { ip }),
        await recordFor(ip),
      ]
      const code =
        id.plugin === '' ? solveProofOfWork(id.challenge!) : `code for password ${++guesses}`
      const call = await guess(ip, { captcha_id: id.captcha_id, captcha_code: code })
      expect(call.reason).toBe(solved)
      return [record.statements, call.statements]
    }
    await count()
    const ofPlugin = await count()
    await setPlugin({ enabled: false, settings: { key: 'k1' } })
    expect(ofPlugin).toEqual(await count())
    expect(ofPlugin[0]).toBe(1)
  })
})

describe('the captcha of the site', () => {
  const expectBuiltIn = async (ip: string) => {
    const record = await recordFor(ip)
    expect(record).toMatchObject({ verify: true, plugin: '' })
    const solution = {
      captcha_id: record.captcha_id,
      captcha_code: solveProofOfWork(record.challenge!),
    }
    expect((await guess(ip, solution)).reason).toBe(solved)
  }

  it.each(['broken', 'late', 'odd'])('is used for two minutes after a %s plugin', async (how) => {
    const ip = await aGuesser()
    expect(await guessWith(ip, `${how} code of a service`)).toBe(unsolved)
    await expectBuiltIn(ip)
    await expectBuiltIn(await aGuesser())
    site.advance(pauseMs)
    expect((await recordFor(ip)).plugin).toBe('quiz')
    expect(await guessWith(ip, `code for password after ${how}`)).toBe(solved)
  })

  it('is used once the plugin is disabled, also by those who solved that of the plugin', async () => {
    const ip = await aGuesser()
    const { captcha_id } = await recordFor(ip)
    await setPlugin({ enabled: false, settings: { key: 'k1' } })
    const late = await guess(ip, { captcha_id, captcha_code: 'code for password late' })
    expect(late.reason).toBe(unsolved)
    await expectBuiltIn(ip)
  })

  it('is used as long as a required setting of the plugin is empty', async () => {
    const ip = await aGuesser()
    await setPlugin({ enabled: true, settings: {} })
    await expectBuiltIn(ip)
  })
})
