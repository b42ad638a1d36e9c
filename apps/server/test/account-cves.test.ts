import { apiPrefix, type Endpoint } from '@stoa/contract/endpoint'
import { endpoints } from '@stoa/contract/endpoints'
import {
  currentUser,
  login,
  logout,
  register,
  resendActivation,
} from '@stoa/contract/features/accounts'
import { listMailLog } from '@stoa/contract/features/mail'
import { listQuestions } from '@stoa/contract/features/questions'
import {
  askEmailChange,
  askPasswordReset,
  changePassword,
  replacePassword,
} from '@stoa/contract/features/recovery'
import { listSessions } from '@stoa/contract/features/sessions'
import { roles } from '@stoa/contract/access'
import { rateLimits } from '@stoa/contract/limits'
import { loginSettings } from '@stoa/contract/settings/people'
import { generalSettings } from '@stoa/contract/settings/site'
import { eq } from 'drizzle-orm'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { waitForMail } from '../../../scripts/services/inbox.ts'
import { aPerson } from '../src/features/accounts/accounts.factory.ts'
import { sessions } from '../src/features/accounts/accounts.table.ts'
import { users } from '../src/features/users/users.table.ts'
import { changeSettings } from '../src/kernel/settings.ts'
import { transact } from '../src/kernel/transact.ts'
import { callFromAnywhere, codeIn } from './accounts.ts'
import { servicePorts } from './databases.ts'
import { admin, aSite, expectError, type TestSite } from './site.ts'

// What went wrong elsewhere, one test for each: the name of the hole is in the title.

let site: TestSite
beforeAll(async () => {
  site = await aSite({ works: true, env: { STOA_SMTP_URL: servicePorts().smtp.url } })
})
afterAll(() => site.close())

const password = 'columns of marble'
const chosen = 'a roof of cedar'
const minute = 60_000
const member = () => aPerson(site.ctx, { password })
const isAlive = async (token: string) => (await site.as(token).call(currentUser, {})) !== null
const change = (id: string, changes: Partial<typeof users.$inferInsert>) =>
  site.ctx.db.update(users).set(changes).where(eq(users.id, id))

async function resetCode(email: string) {
  const since = new Date()
  await callFromAnywhere(site, askPasswordReset, { e_mail: email })
  return await codeIn(email, since)
}

const use = (code: string) => site.as().call(replacePassword, { code, pass: chosen })

describe('codes', () => {
  it('leave by mail and never in a reply (CVE-2023-0744)', async () => {
    const [ada, newcomer] = [await member(), await aPerson(site.ctx, { isActivated: false })]
    const address = `new-${Date.now()}@example.org`
    const input = { name: 'Someone', e_mail: address, pass: password }
    const replies = [
      await callFromAnywhere(site, askPasswordReset, { e_mail: ada.email }),
      await callFromAnywhere(
        site,
        askEmailChange,
        { e_mail: `x${address}`, pass: password },
        ada.token,
      ),
      await callFromAnywhere(site, register, input),
      await callFromAnywhere(site, resendActivation, {}, newcomer.token),
    ]
    for (const { status, data } of replies) {
      expect(status).toBe(200)
      expect(JSON.stringify(data)).not.toMatch(/[\w-]{32,}/)
    }
    for (const to of [ada.email, `x${address}`, address, newcomer.email])
      expect(await codeIn(to)).toMatch(/^[\w-]{43}$/)
  })

  it('to choose a password last an hour at most (CVE-2023-1976)', async () => {
    const other = await aSite({ works: true, env: { STOA_SMTP_URL: servicePorts().smtp.url } })
    const { email } = await aPerson(other.ctx, { password })
    await callFromAnywhere(other, askPasswordReset, { e_mail: email })
    const code = await codeIn(email)
    other.advance(60 * minute + 1000)
    const late = other.as().call(replacePassword, { code, pass: chosen })
    await expectError(late, 'account.code_expired')
    await other.close()
  })

  it('work once (CVE-2024-41888)', async () => {
    const code = await resetCode((await member()).email)
    await use(code)
    await expectError(use(code), 'account.code_expired')
  })

  it('stop working when a newer one is sent (CVE-2024-41890)', async () => {
    const { email } = await member()
    const [older, newer] = [await resetCode(email), await resetCode(email)]
    await expectError(use(older), 'account.code_expired')
    await use(newer)
  })

  it('and tokens cannot be foreseen: 256 random bits, kept as hashes only (CVE-2024-45719)', async () => {
    const tokens = []
    for (let n = 0; n < 50; n++) tokens.push((await aPerson(site.ctx)).token)
    const bytes = tokens.map((token) => Buffer.from(token, 'base64url'))
    expect(new Set(bytes.map(({ length }) => length))).toEqual(new Set([32]))
    // A clock or a counter would repeat itself in the same place; chance does so in one of 256.
    for (let place = 0; place < 32; place++)
      expect(new Set(bytes.map((token) => token[place])).size).toBeGreaterThan(30)
    const stored = JSON.stringify(await site.ctx.db.select().from(sessions))
    for (const token of tokens) expect(stored).not.toContain(token)
  })

  it('of one kind open nothing of another, and a newer one of another kind does not end them', async () => {
    const ada = await member()
    const reset = await resetCode(ada.email)
    const wanted = `w${Date.now()}@example.org`
    await site.as(ada.token).call(askEmailChange, { e_mail: wanted, pass: password })
    await expectError(use(await codeIn(wanted)), 'account.code_expired')
    await use(reset)
  })
})

describe('what a stranger is told', () => {
  it('about an address is the same whether or not it has an account (CVE-2023-1540)', async () => {
    const { email } = await member()
    const known = await callFromAnywhere(site, askPasswordReset, { e_mail: email })
    const unknown = await callFromAnywhere(site, askPasswordReset, { e_mail: `no-${email}` })
    expect(unknown).toEqual(known)
  })

  it('about a person has no field for what is theirs alone (CVE-2026-24735)', () => {
    const all: Endpoint[] = Object.values(endpoints).flatMap((feature) => Object.values(feature))
    const telling = all.filter(({ reply }) => {
      const schema = JSON.stringify(z.toJSONSchema(reply, { unrepresentable: 'any' }))
      return /"(e_mail|email|mobile|address|pass|password_hash|ip|ip_info)":/.test(schema)
    })
    const toOthersThanAdmins = telling.filter(({ access }) => access !== 'admin')
    const paths = toOthersThanAdmins.map(({ path }) => path.replace(`${apiPrefix}/`, ''))
    // Each of these answers the person themselves.
    expect([...new Set(paths)].toSorted()).toEqual([
      'user/email',
      'user/email/verification',
      'user/info',
      'user/login/email',
      'user/login/passkey',
      'user/login/second-factor',
      'user/register/email',
      'user/sessions',
    ])
  })
})

describe('passwords', () => {
  it.each(['1234567', 'password', 'Password1', '12345678', 'qwertyuiop', 'iloveyou1', 'admin123'])(
    '%s is refused wherever one is set (CVE-2023-4125)',
    async (pass) => {
      const ada = await member()
      const e_mail = `weak-${Date.now()}@example.org`
      const code = await resetCode(ada.email)
      const replies = [
        await callFromAnywhere(site, register, { name: 'Weak', e_mail, pass }),
        await callFromAnywhere(site, replacePassword, { code, pass }),
        await callFromAnywhere(site, changePassword, { old_pass: password, pass }, ada.token),
      ]
      for (const { status, data } of replies)
        expect({ status, data }).toMatchObject({ status: 400, data: [{ error_field: 'pass' }] })
    },
  )

  it('of 128 characters in any script work as they are, and are not cut', async () => {
    const long = '柱'.repeat(127)
    const { email } = await aPerson(site.ctx, { password: `${long}a` })
    const tryWith = async (pass: string) =>
      (await callFromAnywhere(site, login, { e_mail: email, pass })).status
    expect(await tryWith(`${long}a`)).toBe(200)
    expect(await tryWith(`${long}b`)).toBe(400)
  })

  it('cannot be tried without end, though no captcha plugin is there', async () => {
    const { email } = await member()
    const statuses = []
    const { points } = rateLimits['login.account']
    for (let guess = 0; guess < points + 2; guess++)
      statuses.push(
        (await callFromAnywhere(site, login, { e_mail: email, pass: `no ${guess}` })).status,
      )
    expect(statuses.slice(points)).toEqual([429, 429])
    expect((await callFromAnywhere(site, login, { e_mail: email, pass: password })).status).toBe(
      429,
    )
  }, 120_000)
})

describe('sessions', () => {
  it('of an admin end with the log-out, everywhere (CVE-2023-1543)', async () => {
    const { access_token: token } = await site
      .as()
      .call(login, { e_mail: admin.email, pass: admin.password })
    await site.as(token).call(listMailLog, {})
    await site.as(token).call(logout, {})
    for (const endpoint of [listMailLog, listSessions])
      expect((await callFromAnywhere(site, endpoint, {}, token)).status).toBe(401)
  })

  it('end with the password: all others when it is changed, all when it is reset (CVE-2023-4126)', async () => {
    const ada = await member()
    const signIn = async (pass: string) =>
      (await site.as().call(login, { e_mail: ada.email, pass })).access_token
    const other = await signIn(password)
    await site.as(ada.token).call(changePassword, { old_pass: password, pass: 'another phrase' })
    expect([await isAlive(ada.token), await isAlive(other)]).toEqual([true, false])
    const third = await signIn('another phrase')
    await use(await resetCode(ada.email))
    expect([await isAlive(ada.token), await isAlive(third)]).toEqual([false, false])
  })

  it('of nobody open nothing of an admin (CVE-2023-4815)', async () => {
    const tokens = [undefined, '', 'null', 'undefined', '0', '{}', "' or true --", 'A'.repeat(43)]
    for (const token of tokens)
      expect((await callFromAnywhere(site, listMailLog, {}, token)).status).toBe(401)
    for (const role of ['user', 'moderator'] as const) {
      const { token } = await aPerson(site.ctx, { role })
      expect((await callFromAnywhere(site, listMailLog, {}, token)).status).toBe(403)
    }
  })

  it('of an admin give no more power once they are suspended, demoted or deleted (CVE-2026-25700)', async () => {
    const changes = [
      [{ status: 'suspended' }, 403],
      [{ activatedAt: null }, 403],
      [{ roleId: roles.user }, 401],
      [{ status: 'deleted', email: null }, 401],
    ] as const
    for (const [changed, status] of changes) {
      const { id, token } = await aPerson(site.ctx, { role: 'admin' })
      expect((await callFromAnywhere(site, listMailLog, {}, token)).status).toBe(200)
      await change(id, changed)
      expect((await callFromAnywhere(site, listMailLog, {}, token)).status).toBe(status)
    }
  })

  it('are not taken from the address bar', async () => {
    const { token } = await member()
    for (const name of ['Authorization', 'access_token', 'token']) {
      const response = await site.app.inject(`${listSessions.path}?${name}=${token}`)
      expect(response.statusCode).toBe(401)
    }
  })
})

describe('states of an account', () => {
  it('are told as what they are: not activated, suspended', async () => {
    const [inactive, suspended] = [await aPerson(site.ctx, { isActivated: false }), await member()]
    await change(suspended.id, { status: 'suspended' })
    const reply = async (token: string) =>
      await callFromAnywhere(site, changePassword, { pass: chosen }, token)
    expect(await reply(inactive.token)).toMatchObject({ status: 403, data: { type: 'inactive' } })
    expect(await reply(suspended.token)).toMatchObject({ status: 403, data: { type: 'suspended' } })
  })

  it('keep the suspended from reading a private site', async () => {
    const ada = await member()
    await change(ada.id, { status: 'suspended' })
    const set = (login_required: boolean) =>
      transact(site.ctx, (tx) => changeSettings(tx, site.ctx, loginSettings, { login_required }))
    await set(true)
    const refused = await expectError(site.as(ada.token).call(listQuestions, {}), 'auth.suspended')
    await set(false)
    expect(refused.status).toBe(403)
  })
})

describe('addresses', () => {
  it('are one account each, in whatever case they are written (CVE-2024-26578)', async () => {
    const e_mail = `Case-${Date.now()}@Example.org`
    for (const form of [e_mail, e_mail.toLowerCase(), e_mail.toUpperCase()])
      await callFromAnywhere(site, register, { name: 'Case', e_mail: form, pass: password })
    const everyone = await site.ctx.db.select({ email: users.email }).from(users)
    const same = everyone.filter(({ email }) => email?.toLowerCase() === e_mail.toLowerCase())
    expect(same.length).toBe(1)
  })
})

describe('mail', () => {
  it('shows names as text, whatever stands in them (CVE-2026-34033)', async () => {
    const name = '<img src=x onerror=a()> & Co'
    await transact(site.ctx, (tx) => changeSettings(tx, site.ctx, generalSettings, { name }))
    const { email } = await member()
    await callFromAnywhere(site, askPasswordReset, { e_mail: email })
    const mail = await waitForMail({ to: email })
    expect(mail.html).toContain('&lt;img src=x onerror=a()&gt; &amp; Co')
    expect(mail.html).not.toContain('<img')
  })
})

describe('the rest of the list', () => {
  const elsewhere: Record<string, string> = {
    'CVE-2023-1245': 'src/features/profile/profile.test.ts',
    'CVE-2023-1537': 'src/features/captcha/captcha.test.ts',
    'CVE-2023-1538': 'test/account-privacy.test.ts',
    'CVE-2024-29217': 'src/features/profile/profile.test.ts',
    'CVE-2024-40761': 'src/features/profile/profile.test.ts',
    'CVE-2026-34031': 'src/features/profile/profile.test.ts',
  }

  it.each(Object.entries(elsewhere))('%s has its test in %s', (hole, file) => {
    expect(readFileSync(join(import.meta.dirname, '..', file), 'utf8')).toContain(hole)
  })
})
