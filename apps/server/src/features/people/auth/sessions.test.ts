import { roles } from '@stoa/contract/access'
import { currentUser, login, logout, logoutByLink } from '@stoa/contract/features/accounts'
import { endOneSession, endOtherSessions, listSessions } from '@stoa/contract/features/sessions'
import { loginSettings } from '@stoa/contract/settings/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, rejectionOf, type TestSite } from '../../../../test/site.ts'
import { hashPassword } from '../../../kernel/passwords.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { users } from '../../../schema/users.ts'
import { insertAccount } from './accounts.actions.ts'
import { aUser } from './accounts.factory.ts'
import { sessions } from '../../../schema/accounts.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

const pass = 'columns of marble'
const hour = 3_600_000
let emails = 0
const anEmail = () => `p${++emails}@example.org`

/** Registers an inactive account and returns its email. */
async function anInactiveAccount(displayName: string) {
  const email = anEmail()
  const passwordHash = await hashPassword(pass)
  await transact(site.ctx, (tx) => insertAccount(tx, { displayName, email, passwordHash }))
  return email
}

describe('POST /user/login/email', () => {
  it('returns the same error for an unknown email and a wrong password', async () => {
    const email = await anInactiveAccount('Jo')
    const wrong = await rejectionOf(site.as().call(login, { e_mail: email, pass: 'not that one' }))
    const unknown = await rejectionOf(site.as().call(login, { e_mail: anEmail(), pass }))
    expect(wrong).toMatchObject({ status: 400, data: [{ error_field: 'e_mail' }] })
    expect(unknown).toEqual(wrong)
    const user = await aUser(site.ctx)
    const without = await rejectionOf(site.as().call(login, { e_mail: user.email, pass }))
    expect(without).toEqual(wrong)
  })

  it('ignores the case of the email, and returns a new token each time', async () => {
    const email = await anInactiveAccount('Kay')
    const first = await site.as().call(login, { e_mail: email.toUpperCase(), pass })
    const second = await site.as().call(login, { e_mail: ` ${email} `, pass })
    expect(first.access_token).toMatch(/^[\w-]{43}$/)
    expect(second.access_token).not.toBe(first.access_token)
    expect(first).toMatchObject({ status: 'inactive', mail_status: 2, have_password: true })
    const stored = JSON.stringify(await site.ctx.db.select().from(sessions))
    expect(stored).not.toContain(first.access_token)
  })

  it('can be disabled', async () => {
    const set = (allow_password_login: boolean) =>
      transact(site.ctx, (tx) => changeSettings(tx, loginSettings, { allow_password_login }))
    await set(false)
    await expectError(
      site.as().call(login, { e_mail: anEmail(), pass }),
      'account.password_login_off',
    )
    await set(true)
  })
})

describe('session', () => {
  it('is ended by both ways of logging out, without ending others', async () => {
    const email = await anInactiveAccount('Lea')
    const open = async () =>
      site.as((await site.as().call(login, { e_mail: email, pass })).access_token)
    const [phone, laptop, tablet] = [await open(), await open(), await open()]
    await phone.call(logout, {})
    await laptop.call(logoutByLink, {})
    expect(await phone.call(currentUser, {})).toBeNull()
    expect(await laptop.call(currentUser, {})).toBeNull()
    expect((await tablet.call(currentUser, {}))?.display_name).toBe('Lea')
    await expectError(phone.call(logout, {}), 'auth.required')
  })

  it('reflects suspension, its end and deletion on the next request', async () => {
    const mia = await aUser(site.ctx)
    const client = site.as(mia.token)
    const set = (changes: Partial<typeof users.$inferInsert>) =>
      site.db.update(users).set(changes).where(eq(users.id, mia.id))
    await aQuestion(client)
    await set({ status: 'suspended' })
    const rejected = await expectError(aQuestion(client), 'auth.suspended')
    expect(rejected.data).toEqual({ type: 'suspended' })
    expect((await client.call(currentUser, {}))?.status).toBe('suspended')
    await set({ suspendedUntil: new Date(Date.now() - 1000) })
    await aQuestion(client)
    await set({ status: 'normal', suspendedUntil: null })
    await aQuestion(client)
    await set({ status: 'deleted', email: null })
    expect(await client.call(currentUser, {})).toBeNull()
    await expectError(aQuestion(client), 'auth.required')
  })

  it.each([
    ['user', 'admin'],
    ['admin', 'user'],
    ['moderator', 'admin'],
  ] as const)('of a %s ends when they become %s', async (oldRole, newRole) => {
    const user = await aUser(site.ctx, { role: oldRole })
    const client = site.as(user.token)
    expect((await client.call(currentUser, {}))?.role_id).toBe(roles[oldRole])
    await site.db.update(users).set({ roleId: roles[newRole] }).where(eq(users.id, user.id))
    expect(await client.call(currentUser, {})).toBeNull()
    await expectError(client.call(listSessions, {}), 'auth.required')
  })

  it('expires after 30 days without use, and after 90 days in any case', async () => {
    const other = await aSite()
    const [idle, busy] = [await aUser(other.ctx), await aUser(other.ctx)]
    const seen = async (token: string) => (await other.as(token).call(currentUser, {})) !== null
    const day = 24 * hour
    for (let passed = 0; passed < 80; passed += 20) {
      other.advance(20 * day)
      expect(await seen(busy.token)).toBe(true)
    }
    expect(await seen(idle.token)).toBe(false)
    other.advance(11 * day)
    expect(await seen(busy.token)).toBe(false)
    await other.close()
  })

  it('rejects invalid tokens', async () => {
    for (const token of ['', 'x', "' or 1=1 --", 'null', 'undefined', '\u0000'.replace('\0', ' ')])
      expect(await site.as(token).call(currentUser, {})).toBeNull()
  })
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

async function logInFrom(email: string, device: { userAgent: string; remoteAddress: string }) {
  const response = await site.app.inject({
    method: 'POST',
    url: login.path,
    remoteAddress: device.remoteAddress,
    headers: { 'user-agent': device.userAgent },
    payload: { e_mail: email, pass },
  })
  return site.as(response.json<{ data: { access_token: string } }>().data.access_token)
}

describe('GET /user/sessions', () => {
  it('lists browser, system, IP and the current session', async () => {
    const email = await anInactiveAccount('Nina')
    const laptop = await logInFrom(email, { userAgent: firefox, remoteAddress: '192.0.2.1' })
    const phone = await logInFrom(email, { userAgent: iPhone, remoteAddress: '192.0.2.2' })
    const [here, there, ...rest] = await laptop.call(listSessions, {})
    expect(rest).toEqual([])
    expect(here).toMatchObject({
      browser: 'Firefox',
      system: 'Linux',
      address: '192.0.2.1',
      is_current: true,
    })
    expect(there).toMatchObject({
      browser: 'Safari',
      system: 'iPhone',
      address: '192.0.2.2',
      is_current: false,
    })
    expect(here!.created_at).toBeGreaterThan(Date.now() / 1000 - 60)
    expect((await phone.call(listSessions, {}))[0]).toMatchObject({ system: 'iPhone' })
    expect(JSON.stringify([here, there])).not.toMatch(/token|hash/)
  })

  it('ends one session at once', async () => {
    const email = await anInactiveAccount('Omar')
    const laptop = await logInFrom(email, { userAgent: firefox, remoteAddress: '192.0.2.3' })
    const phone = await logInFrom(email, { userAgent: iPhone, remoteAddress: '192.0.2.4' })
    const [, other] = await laptop.call(listSessions, {})
    await laptop.call(endOneSession, { id: other!.id })
    expect(await phone.call(currentUser, {})).toBeNull()
    expect((await laptop.call(listSessions, {})).length).toBe(1)
    await expectError(laptop.call(endOneSession, { id: other!.id }), 'base.not_found')
  })

  it('ends all other sessions of the user only', async () => {
    const email = await anInactiveAccount('Pia')
    const stranger = site.as((await aUser(site.ctx)).token)
    const device = { userAgent: firefox, remoteAddress: '192.0.2.5' }
    const [here, second, third] = [
      await logInFrom(email, device),
      await logInFrom(email, device),
      await logInFrom(email, device),
    ]
    await here.call(endOtherSessions, {})
    expect(await second.call(currentUser, {})).toBeNull()
    expect(await third.call(currentUser, {})).toBeNull()
    expect((await here.call(currentUser, {}))?.display_name).toBe('Pia')
    expect(await stranger.call(currentUser, {})).not.toBeNull()
  })

  it('does not end a session of another user', async () => {
    const [ada, eve] = [await aUser(site.ctx), await aUser(site.ctx)]
    const [mine] = await site.as(ada.token).call(listSessions, {})
    const rejected = await expectError(
      site.as(eve.token).call(endOneSession, { id: mine!.id }),
      'base.not_found',
    )
    const unknown = await rejectionOf(site.as(eve.token).call(endOneSession, { id: '999999999' }))
    expect(unknown).toEqual(rejected)
    expect(await site.as(ada.token).call(currentUser, {})).not.toBeNull()
  })

  it('lists at most 100, the current one first', async () => {
    const user = await aUser(site.ctx)
    const [first] = await site.ctx.db.select().from(sessions).where(eq(sessions.userId, user.id))
    const later = new Date(first!.lastSeenAt.getTime() + 1000)
    await site.db.insert(sessions).values(
      Array.from({ length: 120 }, (_, n) => ({
        ...first!,
        id: String(1_000_000 + n),
        tokenHash: `copy ${n}`,
        lastSeenAt: later,
      })),
    )
    const list = await site.as(user.token).call(listSessions, {})
    expect(list.length).toBe(100)
    expect(list[0]?.is_current).toBe(true)
  })
})
