import {
  activate,
  currentUser,
  login,
  logout,
  register,
  resendActivation,
} from '@stoa/contract/features/accounts'
import { loginSettings } from '@stoa/contract/settings/people'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listMails, waitForMail } from '../../../../../scripts/services/inbox.ts'
import { servicePorts } from '../../../test/databases.ts'
import { untilJobsDone } from '../../../test/jobs.ts'
import { aSite, expectError, refusalOf, type TestSite } from '../../../test/site.ts'
import { changeSettings } from '../../kernel/settings.ts'
import { transact } from '../../kernel/transact.ts'
import { aQuestion } from '../questions/questions.factory.ts'
import { users } from '../users/users.table.ts'
import { insertAccount, registerAccount } from './accounts.actions.ts'
import { aPerson } from './accounts.factory.ts'
import { accountCodes, sessions } from './accounts.table.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite({ works: true, env: { STOA_SMTP_URL: servicePorts().smtp.url } })
})
afterAll(() => site.close())

const pass = 'columns of marble'
let people = 0
const anAddress = () => `p${++people}-${process.pid}-${Date.now()}@example.org`
const hour = 3_600_000

/** Each from an address of its own: how often one may register is tested elsewhere. */
async function signUp(input: { name: string; e_mail: string; pass?: string }) {
  const response = await site.app.inject({
    method: 'POST',
    url: register.path,
    remoteAddress: `10.${(people >> 8) & 255}.${people & 255}.${Math.floor(Math.random() * 250)}`,
    payload: { pass, ...input },
  })
  return response.json<{ status: number; reason: string; msg: string; data: unknown }>()
}

async function codeFor(address: string, after = new Date(0)) {
  const mail = await waitForMail({ to: address, after })
  return /code=([\w-]+)/.exec(mail.text)?.[1] ?? ''
}

async function userOf(address: string) {
  const [user] = await site.ctx.db.select().from(users).where(eq(users.email, address))
  return user!
}

describe('registering', () => {
  it('leads by the mail that arrived to a signed-in person, and out again', async () => {
    const address = anAddress()
    const reply = await signUp({ name: 'Ada Lovelace', e_mail: address })
    expect(reply).toMatchObject({ status: 200, data: { e_mail: address } })
    expect(JSON.stringify(reply)).not.toMatch(/code|token/)

    const mail = await waitForMail({ to: address })
    expect(mail.text).toMatch(/http:\/\/localhost:3000\/users\/account-activation\?code=[\w-]{43}/)
    const signedIn = await site.as().call(activate, { code: await codeFor(address) })
    expect(signedIn).toMatchObject({ username: 'ada-lovelace', status: 'normal', e_mail: address })

    const ada = site.as(signedIn.access_token)
    expect((await ada.call(currentUser, {}))?.username).toBe('ada-lovelace')
    await aQuestion(ada)
    await ada.call(logout, {})
    expect(await ada.call(currentUser, {})).toBeNull()
    await expectError(aQuestion(ada), 'auth.required')
  })

  it('answers a taken address exactly like a free one, and tells its owner by mail', async () => {
    const address = anAddress()
    const free = await signUp({ name: 'Ben', e_mail: address })
    await codeFor(address)
    const since = new Date()
    const taken = await signUp({ name: 'Someone Else', e_mail: address.toUpperCase() })
    expect({ ...taken, data: null }).toEqual({ ...free, data: null })
    expect(taken.data).toEqual({ e_mail: address.toUpperCase() })
    const notice = await waitForMail({ to: address, after: since })
    expect(notice.text).not.toContain('code=')
    expect((await userOf(address)).displayName).toBe('Ben')
  })

  it('judges a name before it looks at the address', async () => {
    const address = anAddress()
    await signUp({ name: 'Cleo', e_mail: address })
    const [free, taken] = [
      await signUp({ name: 'admin', e_mail: anAddress() }),
      await signUp({ name: 'admin', e_mail: address }),
    ]
    expect(free).toMatchObject({ status: 400, reason: 'error.user.name_reserved' })
    expect(taken).toEqual(free)
  })

  it('is closed by a setting, and kept to whole domains by another', async () => {
    const set = (changes: Parameters<typeof changeSettings<typeof loginSettings>>[3]) =>
      transact(site.ctx, (tx) => changeSettings(tx, site.ctx, loginSettings, changes))
    const reasonFor = async (e_mail: string) => (await signUp({ name: 'Dora', e_mail })).reason
    for (const closed of [
      { allow_new_registrations: false },
      { allow_new_registrations: true, allow_email_registrations: false },
    ]) {
      await set(closed)
      expect(await reasonFor(anAddress())).toBe('error.account.registration_closed')
    }
    await set({ allow_email_registrations: true, allow_email_domains: ['Porch.org', '@attic.org'] })
    for (const domain of ['porch.org', 'mail.PORCH.org', 'attic.org'])
      expect(await reasonFor(`a${++people}@${domain}`)).toBe('base.success')
    for (const domain of ['notporch.org', 'porch.org.evil.com', 'porch.orgs', 'org'])
      expect(await reasonFor(`a${++people}@${domain}`)).not.toBe('base.success')
    expect(await reasonFor('a@notporch.org')).toBe('error.account.domain_refused')
    await set({ allow_email_domains: [] })
  })

  it.each([
    [{ name: 'A', e_mail: 'a@example.org', pass }, 'name'],
    [{ name: 'x'.repeat(31), e_mail: 'a@example.org', pass }, 'name'],
    [{ name: 'a/b', e_mail: 'a@example.org', pass }, 'name'],
    [{ name: 'Ada', e_mail: 'not an address', pass }, 'e_mail'],
    [{ name: 'Ada', e_mail: 'a@example.org', pass: '1234567' }, 'pass'],
    [{ name: 'Ada', e_mail: 'a@example.org', pass: 'x'.repeat(129) }, 'pass'],
    [{ name: 'Ada', e_mail: 'a@example.org', pass, role_id: 2 }, 'role_id'],
    [{ name: 'Ada', e_mail: ['a@example.org', 'b@example.org'], pass }, 'e_mail'],
  ])('refuses %j for its %s', async (input, field) => {
    const envelope = await signUp(input as never)
    expect(envelope).toMatchObject({ status: 400, data: [{ error_field: field }] })
  })

  it('stores passwords only as argon2id', async () => {
    const address = anAddress()
    await signUp({ name: 'Emil', e_mail: address })
    const { passwordHash } = await userOf(address)
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    const dump = JSON.stringify(await site.ctx.db.select().from(users))
    expect(dump).not.toContain(pass)
  })
})

describe('registering at the same moment', () => {
  it('fifty times with one address makes one account', async () => {
    const email = anAddress()
    const account = { displayName: 'Fifty', email, passwordHash: null }
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => transact(site.ctx, (tx) => registerAccount(tx, account))),
    )
    const made = results.filter((one) => one.status === 'fulfilled' && one.value !== null)
    expect(made.length).toBe(1)
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'base.duplicate_request' })
    const rows = await site.ctx.db.select().from(users).where(eq(users.email, email))
    expect(rows.length).toBe(1)
    await waitForMail({ to: email })
  })

  it('fifty times with one name makes fifty accounts, none of which takes the name', async () => {
    const anAccount = () => ({ displayName: 'Same Name', email: anAddress(), passwordHash: null })
    const made = await Promise.all(
      Array.from({ length: 50 }, () => transact(site.ctx, (tx) => insertAccount(tx, anAccount()))),
    )
    expect(new Set(made).size).toBe(50)
    const rows = await site.ctx.db.select().from(users).where(eq(users.displayName, 'Same Name'))
    expect(new Set(rows.map(({ username }) => username.toLowerCase())).size).toBe(50)
    expect(rows.map(({ username }) => username)).not.toContain('same-name')
  })
})

describe('an activation code', () => {
  it('works once', async () => {
    const address = anAddress()
    await signUp({ name: 'Fay', e_mail: address })
    const code = await codeFor(address)
    await site.as().call(activate, { code })
    const refused = await expectError(site.as().call(activate, { code }), 'account.code_expired')
    expect(refused.data).toEqual({ type: 'url_expired' })
    const { id } = await userOf(address)
    const left = await site.ctx.db.select().from(accountCodes).where(eq(accountCodes.userId, id))
    expect(left).toEqual([])
  })

  it('works once when it is sent many times at once', async () => {
    const address = anAddress()
    await signUp({ name: 'Gus', e_mail: address })
    const code = await codeFor(address)
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => site.as().call(activate, { code })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    const { id } = await userOf(address)
    const rows = await site.ctx.db.select().from(sessions).where(eq(sessions.userId, id))
    expect(rows.length).toBe(1)
  })

  it('stops working when a newer one is sent', async () => {
    const address = anAddress()
    await signUp({ name: 'Hal', e_mail: address })
    const older = await codeFor(address)
    const { access_token } = await site.as().call(login, { e_mail: address, pass })
    const since = new Date()
    await site.as(access_token).call(resendActivation, {})
    const newer = await codeFor(address, since)
    expect(newer).not.toBe(older)
    await expectError(site.as().call(activate, { code: older }), 'account.code_expired')
    expect((await site.as().call(activate, { code: newer })).status).toBe('normal')
  })

  it('is stored only as a hash', async () => {
    const address = anAddress()
    await signUp({ name: 'Ida', e_mail: address })
    const code = await codeFor(address)
    const { rows } = await site.ctx.db.execute(sql`select data, output from pgboss.job`)
    const stored = JSON.stringify([await site.ctx.db.select().from(accountCodes), rows])
    expect(stored).not.toContain(code)
  })

  it('is not sent to someone who is active already', async () => {
    const person = await aPerson(site.ctx)
    await site.as(person.token).call(resendActivation, {})
    await transact(site.ctx, (tx) => tx.emit('account.activation_asked', { userId: person.id }))
    await untilJobsDone(site.ctx)
    expect(await listMails({ to: person.email })).toEqual([])
  })

  it.each(['', 'x', 'A'.repeat(43), 'A'.repeat(200)])('is not guessed: %s', async (code) => {
    const envelope = await refusalOf(site.as().call(activate, { code }))
    expect([400, 403]).toContain(envelope.status)
  })
})

describe('time', () => {
  it('ends an activation code after a day', async () => {
    const address = anAddress()
    await signUp({ name: 'Nora', e_mail: address })
    const code = await codeFor(address)
    site.advance(25 * hour)
    await expectError(site.as().call(activate, { code }), 'account.code_expired')
  })
})
