import { roles } from '@stoa/contract/access'
import { currentUser, login, logout, logoutByLink } from '@stoa/contract/features/accounts'
import { loginSettings } from '@stoa/contract/settings/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, expectError, refusalOf, type TestSite } from '../../../test/site.ts'
import { hashPassword } from '../../kernel/passwords.ts'
import { changeSettings } from '../../kernel/settings.ts'
import { transact } from '../../kernel/transact.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { users } from '../users/users.table.ts'
import { insertAccount } from './accounts.actions.ts'
import { aPerson } from './accounts.factory.ts'
import { sessions } from './accounts.table.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

const pass = 'columns of marble'
const hour = 3_600_000
let people = 0
const anAddress = () => `p${++people}@example.org`

/** Someone who has registered and not yet activated; their address. */
async function aNewcomer(displayName: string) {
  const email = anAddress()
  const passwordHash = await hashPassword(pass)
  await transact(site.ctx, (tx) => insertAccount(tx, { displayName, email, passwordHash }))
  return email
}

describe('logging in', () => {
  it('answers an unknown address and a wrong password alike', async () => {
    const address = await aNewcomer('Jo')
    const wrong = await refusalOf(site.as().call(login, { e_mail: address, pass: 'not that one' }))
    const unknown = await refusalOf(site.as().call(login, { e_mail: anAddress(), pass }))
    expect(wrong).toMatchObject({ status: 400, data: [{ error_field: 'e_mail' }] })
    expect(unknown).toEqual(wrong)
    const person = await aPerson(site.ctx)
    const without = await refusalOf(site.as().call(login, { e_mail: person.email, pass }))
    expect(without).toEqual(wrong)
  })

  it('takes the address in any case, and gives a new token each time', async () => {
    const address = await aNewcomer('Kay')
    const first = await site.as().call(login, { e_mail: address.toUpperCase(), pass })
    const second = await site.as().call(login, { e_mail: ` ${address} `, pass })
    expect(first.access_token).toMatch(/^[\w-]{43}$/)
    expect(second.access_token).not.toBe(first.access_token)
    expect(first).toMatchObject({ status: 'inactive', mail_status: 2, have_password: true })
    const stored = JSON.stringify(await site.ctx.db.select().from(sessions))
    expect(stored).not.toContain(first.access_token)
  })

  it('can be turned off', async () => {
    const set = (allow_password_login: boolean) =>
      transact(site.ctx, (tx) =>
        changeSettings(tx, site.ctx, loginSettings, { allow_password_login }),
      )
    await set(false)
    await expectError(
      site.as().call(login, { e_mail: anAddress(), pass }),
      'account.password_login_off',
    )
    await set(true)
  })
})

describe('a session', () => {
  it('ends by either way of logging out, and only itself', async () => {
    const address = await aNewcomer('Lea')
    const open = async () =>
      site.as((await site.as().call(login, { e_mail: address, pass })).access_token)
    const [phone, laptop, tablet] = [await open(), await open(), await open()]
    await phone.call(logout, {})
    await laptop.call(logoutByLink, {})
    expect(await phone.call(currentUser, {})).toBeNull()
    expect(await laptop.call(currentUser, {})).toBeNull()
    expect((await tablet.call(currentUser, {}))?.display_name).toBe('Lea')
    await expectError(phone.call(logout, {}), 'auth.required')
  })

  it('feels a suspension, its end, a role and a deletion on the next request', async () => {
    const mia = await aPerson(site.ctx)
    const client = site.as(mia.token)
    const set = (changes: Partial<typeof users.$inferInsert>) =>
      site.ctx.db.update(users).set(changes).where(eq(users.id, mia.id))
    await aQuestion(client)
    await set({ status: 'suspended' })
    const refused = await expectError(aQuestion(client), 'auth.suspended')
    expect(refused.data).toEqual({ type: 'suspended' })
    expect((await client.call(currentUser, {}))?.status).toBe('suspended')
    await set({ suspendedUntil: new Date(Date.now() - 1000) })
    await aQuestion(client)
    await set({ status: 'normal', suspendedUntil: null, roleId: roles.admin })
    expect(await client.call(currentUser, {})).toMatchObject({ role_id: 2, is_admin: true })
    await set({ status: 'deleted', email: null })
    expect(await client.call(currentUser, {})).toBeNull()
    await expectError(aQuestion(client), 'auth.required')
  })

  it('ends when it is not used for thirty days, and after ninety in any case', async () => {
    const other = await aSite()
    const [idle, busy] = [await aPerson(other.ctx), await aPerson(other.ctx)]
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

  it('is not opened by anything but its token', async () => {
    for (const token of ['', 'x', "' or 1=1 --", 'null', 'undefined', '\u0000'.replace('\0', ' ')])
      expect(await site.as(token).call(currentUser, {})).toBeNull()
  })
})
