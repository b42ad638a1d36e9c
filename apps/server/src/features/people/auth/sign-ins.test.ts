import { activate, login } from '@stoa/contract/features/accounts'
import type { Endpoint } from '@stoa/contract/endpoint'
import type { Envelope } from '@stoa/contract/envelope'
import { exportMyData, deleteAccount } from '@stoa/contract/features/profile-settings'
import { confirmEmailChange, replacePassword } from '@stoa/contract/features/recovery'
import {
  confirmTotp,
  loginWithCode,
  loginWithPasskey,
  passkeyLoginOptions,
  startTotp,
} from '@stoa/contract/features/second-factor'
import { type AttemptOutcome, listSignIns } from '@stoa/contract/features/sign-ins'
import { rateLimits } from '@stoa/contract/limits'
import { asc, count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitForJobs } from '../../../../test/jobs.ts'
import { aPasskey } from '../../../../test/passkeys.ts'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { hashPassword } from '../../../kernel/passwords.ts'
import { transact } from '../../../kernel/transact.ts'
import type { CodePurpose } from '../../../schema/accounts.ts'
import { signIns } from '../../../schema/sign-ins.ts'
import { users } from '../../../schema/users.ts'
import { aUser } from './accounts.factory.ts'
import { issueCode } from './codes.actions.ts'
import { codeAt, stepAt } from './second-factor/totp.ts'
import { deleteOldSignIns, recordFailure } from './sign-ins.actions.ts'

let site: TestSite
let admin: Awaited<ReturnType<typeof aUser>>
let passwordHash: string
beforeAll(async () => {
  site = await aSite()
  admin = await aUser(site.ctx, { role: 'admin' })
  passwordHash = await hashPassword(pass)
})
afterAll(() => site.close())
beforeEach(() => site.db.delete(signIns))

const pass = 'columns of marble'
const wrongPass = 'columns of sand'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'

async function user() {
  const created = await aUser(site.ctx)
  await site.db.update(users).set({ passwordHash }).where(eq(users.id, created.id))
  return created
}

let callers = 0

/** From a network of its own, so that rate limits do not interfere. */
function inject(endpoint: Endpoint, payload: object, remoteAddress?: string) {
  const n = ++callers
  return site.app.inject({
    method: endpoint.method as 'POST',
    url: endpoint.path,
    remoteAddress: remoteAddress ?? `10.30.${n >> 8}.${n & 255}`,
    headers: { 'user-agent': firefox },
    payload,
  })
}

async function send(...request: Parameters<typeof inject>) {
  return (await inject(...request)).json<Envelope<Record<string, string>>>()
}

async function exhaustAttempts(...emails: string[]) {
  for (const email of emails)
    for (let n = 0; n < rateLimits['login.account'].points; n++)
      await site.ctx.limits.take('login.account', email)
}

const logIn = (e_mail: string, password = pass) => send(login, { e_mail, pass: password })
const newCode = (userId: string, purpose: CodePurpose, payload?: string) =>
  transact(site.ctx, (tx) => issueCode(tx, userId, purpose, { payload }))
const rows = () => site.db.select().from(signIns).orderBy(asc(signIns.id))

/** Oldest first, as method and outcome. */
async function attemptsOf(userId: string | null) {
  const all = await rows()
  return all
    .filter((row) => row.userId === userId)
    .map(({ method, outcome }) => `${method}: ${outcome}`)
}

describe('what is recorded of logins', () => {
  it('a correct and a wrong password', async () => {
    const { id, email } = await user()
    await logIn(email, wrongPass)
    await logIn(email)
    expect(await attemptsOf(id)).toEqual(['password: wrong_password', 'password: ok'])
  })

  it('no text of what was typed for an account that does not exist', async () => {
    const typed = `my-secret-${Date.now()}@example.org`
    expect((await logIn(typed, 'another secret')).reason).toBe('error.account.wrong_credentials')
    expect(await attemptsOf(null)).toEqual(['password: unknown_account'])
    const stored = JSON.stringify(await rows())
    expect(stored).not.toContain('secret')
    expect(stored).toContain('Firefox')
  })

  it('browser, system and the shortened network, without the user agent', async () => {
    const { email } = await user()
    await send(login, { e_mail: email, pass }, '2001:db8:1:2:3:4:5:6')
    const [row] = await rows()
    expect(row).toMatchObject({
      network: '2001:db8:1:2::/64',
      browser: 'Firefox',
      system: 'Linux',
    })
    expect(JSON.stringify(row)).not.toContain('Gecko')
  })

  it('that the user is suspended', async () => {
    const { id, email } = await user()
    await site.db.update(users).set({ status: 'suspended' }).where(eq(users.id, id))
    expect((await logIn(email)).status).toBe(200)
    expect(await attemptsOf(id)).toEqual(['password: suspended'])
  })

  it('that the account had too many attempts, for known and unknown accounts', async () => {
    const { id, email } = await user()
    await exhaustAttempts(email, 'nobody@example.org')
    expect((await logIn(email)).status).toBe(429)
    expect((await logIn('nobody@example.org')).status).toBe(429)
    expect(await attemptsOf(id)).toEqual(['password: rate_limited'])
    expect(await attemptsOf(null)).toEqual(['password: rate_limited'])
  })

  it('with the same number of statements for known and unknown accounts', async () => {
    const [{ email }, { email: locked }] = [await user(), await user()]
    await exhaustAttempts(locked, 'stranger@example.org')
    const countOf = async (e_mail: string) => {
      const { headers } = await inject(login, { e_mail, pass: wrongPass })
      return Number(headers['x-sql-count'])
    }
    expect(await countOf(email)).toBe(3)
    expect(await countOf('someone@example.org')).toBe(3)
    expect(await countOf(locked)).toBe(4)
    expect(await countOf('stranger@example.org')).toBe(4)
    expect(await rows()).toHaveLength(4)
  })

  it('the second factor, failed and passed', async () => {
    const { id, email, token: session } = await user()
    const me = site.as(session)
    const { secret } = await me.call(startTotp, { pass })
    const codeNow = () => codeAt(secret, stepAt(site.ctx.clock.now()))
    const { recovery_codes: recoveryCodes } = await me.call(confirmTotp, { code: codeNow() })
    // The time step of the confirmation cannot be used again.
    site.advance(30_000)
    const token = (await logIn(email)).data['token']
    const wrongCode = codeNow() === '000000' ? '000001' : '000000'
    for (const code of [wrongCode, 'abcd-efgh-jkmn', codeNow()])
      await send(loginWithCode, { token, code })
    const again = (await logIn(email)).data['token']
    await send(loginWithCode, { token: again, code: recoveryCodes[0] })
    expect(await attemptsOf(id)).toEqual([
      'password: code_required',
      'totp: wrong_code',
      'recovery_code: wrong_code',
      'totp: ok',
      'password: code_required',
      'recovery_code: ok',
    ])
  })

  it('a passkey: accepted, rejected and unknown', async () => {
    const { id } = await user()
    const signChallenge = await aPasskey(site, id)
    const logInWith = async (change: object) => {
      const { token, options } = await site.as().call(passkeyLoginOptions, {})
      const response = { ...signChallenge(options), ...change }
      return await send(loginWithPasskey, { token, response })
    }
    expect((await logInWith({})).status).toBe(200)
    const unsigned = { clientDataJSON: '', authenticatorData: '', signature: '' }
    expect((await logInWith({ response: unsigned })).status).toBe(400)
    expect((await logInWith({ id: 'unknown' })).status).toBe(400)
    expect(await attemptsOf(id)).toEqual(['passkey: ok', 'passkey: passkey_refused'])
    expect(await attemptsOf(null)).toEqual(['passkey: unknown_account'])
  })

  it('links by email', async () => {
    const { id } = await aUser(site.ctx, { isActivated: false })
    await send(activate, { code: await newCode(id, 'activate') })
    const email = `new-${id}@example.org`
    await send(confirmEmailChange, { code: await newCode(id, 'change_email', email) })
    await send(replacePassword, { code: await newCode(id, 'reset'), pass })
    expect(await attemptsOf(id)).toEqual(['activation: ok', 'email_change: ok', 'reset: ok'])
  })
})

describe('GET /sign-ins', () => {
  const list = (filters = {}) => site.as(admin.token).call(listSignIns, filters)

  /** At noon UTC of a day. */
  async function record(userId: string | null, outcome: AttemptOutcome, day: string) {
    const createdAt = new Date(`${day}T12:00:00Z`)
    const where = { network: '192.0.2.1', browser: 'Firefox', system: 'Linux' }
    await site.db
      .insert(signIns)
      .values({ userId, method: 'password', outcome, createdAt, ...where })
  }

  it('lists attempts of all users, newest first', async () => {
    const ada = await user()
    await record(ada.id, 'ok', '2026-03-01')
    await record(null, 'unknown_account', '2026-03-02')
    const page = await list()
    expect(page).toMatchObject({
      count: 2,
      list: [
        { user: null, outcome: 'unknown_account' },
        {
          user: { id: ada.id, display_name: ada.name },
          at: Date.parse('2026-03-01T12:00:00Z') / 1000,
          method: 'password',
          outcome: 'ok',
          network: '192.0.2.1',
          browser: 'Firefox',
          system: 'Linux',
        },
      ],
    })
    expect(Object.keys(page.list[0]!)).toHaveLength(8)
    expect(await list({ page: 2, page_size: 1 })).toMatchObject({
      count: 2,
      list: [{ outcome: 'ok' }],
    })
  })

  it('filters by user, outcome and day', async () => {
    const ada = await user()
    const ben = await user()
    await record(ada.id, 'ok', '2026-03-01')
    await record(ada.id, 'wrong_password', '2026-03-02')
    await record(ben.id, 'ok', '2026-03-03')
    await record(null, 'unknown_account', '2026-03-04')
    const [{ username } = { username: '' }] = await site.db
      .select({ username: users.username })
      .from(users)
      .where(eq(users.id, ada.id))
    const daysOf = async (filters: object) =>
      (await list(filters)).list.map(({ at }) => new Date(at * 1000).getUTCDate())
    for (const name of [username.toUpperCase(), `@${username}`, ada.email, `user:${ada.id}`])
      expect(await daysOf({ user: name }), name).toEqual([2, 1])
    expect(await daysOf({ user: username, outcome: 'ok' })).toEqual([1])
    for (const name of ['nobody', 'nobody@example.org', 'user:1', `user:${ada.id}0`])
      expect(await daysOf({ user: name }), name).toEqual([])
    expect(await daysOf({ outcome: 'ok' })).toEqual([3, 1])
    expect(await daysOf({ from: '2026-03-02', to: '2026-03-03' })).toEqual([3, 2])
    expect(await daysOf({ to: '2026-03-01' })).toEqual([1])
  })

  it('is for admins only', async () => {
    for (const role of ['user', 'moderator'] as const) {
      const { token } = await aUser(site.ctx, { role })
      await expectError(site.as(token).call(listSignIns, {}), 'auth.forbidden')
    }
    await expectError(site.as().call(listSignIns, {}), 'auth.required')
  })
})

describe('how long attempts are stored', () => {
  it('deletes them after 90 days, in batches', async () => {
    const { id, email } = await user()
    for (let n = 0; n < 5; n++) await logIn(email)
    site.advance(89 * 86_400_000)
    await logIn(email, wrongPass)
    await deleteOldSignIns(site.ctx, 2)
    expect(await attemptsOf(id)).toHaveLength(6)
    site.advance(2 * 86_400_000)
    await deleteOldSignIns(site.ctx, 2)
    expect(await attemptsOf(id)).toEqual(['password: wrong_password'])
  })

  it('deletes those of a deleted account, and no others', async () => {
    const [ada, ben] = [await user(), await user()]
    await logIn(ada.email)
    await logIn(ben.email)
    await site.as(ada.token).call(deleteAccount, { content: 'keep', pass })
    expect(await rows()).toMatchObject([{ userId: ben.id }])
  })

  it('deletes what fails while the account is being deleted', async () => {
    const { ctx, db, close } = await aSite({ works: true })
    const { id } = await aUser(ctx)
    const caller = { token: null, deviceToken: null, locale: 'en_US', ip: '192.0.2.1' } as const
    await transact(ctx, async (tx) => {
      await tx.emit('account.left', { userId: id, content: 'keep' })
      await recordFailure(ctx, id, {
        method: 'password',
        outcome: 'wrong_password',
        caller: { ...caller, userAgent: firefox, requestId: '' },
      })
    })
    await waitForJobs(ctx)
    expect(await db.select().from(signIns)).toEqual([])
    await close()
  })

  it('are in the data export of their user', async () => {
    const [ada, ben] = [await user(), await user()]
    await logIn(ada.email, wrongPass)
    await logIn(ben.email)
    const data = await site.as(ada.token).call(exportMyData, {})
    expect(data).toMatchObject({
      signIns: [{ method: 'password', outcome: 'wrong_password', browser: 'Firefox' }],
    })
    const [total] = await site.db.select({ rows: count() }).from(signIns)
    expect(total).toEqual({ rows: 2 })
  })
})
