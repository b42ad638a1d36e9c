import {
  activate,
  currentUser,
  login,
  logout,
  register,
  resendActivation,
  resendRegistration,
} from '@stoa/contract/features/accounts'
import { loginSettings } from '@stoa/contract/settings/people'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listMails, waitForMail } from '../../../../../../scripts/services/inbox.ts'
import { servicePorts } from '../../../../test/databases.ts'
import { waitForJobs } from '../../../../test/jobs.ts'
import { aSite, expectError, rejectionOf, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { users } from '../../../schema/users.ts'
import { insertAccount, registerAccount } from './accounts.actions.ts'
import { aUser } from './accounts.factory.ts'
import { accountCodes, sessions } from '../../../schema/accounts.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite({ works: true, env: { STOA_SMTP_URL: servicePorts().smtp.url } })
})
afterAll(() => site.close())

const pass = 'columns of marble'
let emails = 0
const anEmail = () => `p${++emails}-${process.pid}-${Date.now()}@example.org`
const hour = 3_600_000

/** Registers from a new IP each time, to stay below the rate limit. */
async function signUp(input: {
  name: string
  e_mail: string
  pass?: string
  return_path?: string
}) {
  const response = await site.app.inject({
    method: 'POST',
    url: register.path,
    remoteAddress: `10.${(emails >> 8) & 255}.${emails & 255}.${Math.floor(Math.random() * 250)}`,
    payload: { pass, ...input },
  })
  return response.json<{ status: number; reason: string; msg: string; data: unknown }>()
}

async function codeFor(email: string, after = new Date(0)) {
  const mail = await waitForMail({ to: email, after })
  return /code=([\w-]+)/.exec(mail.text)?.[1] ?? ''
}

async function userOf(email: string) {
  const [user] = await site.ctx.db.select().from(users).where(eq(users.email, email))
  return user!
}

describe('POST /user/register/email', () => {
  it('sends an activation link that signs the user in', async () => {
    const email = anEmail()
    const response = await signUp({ name: 'Ada Lovelace', e_mail: email })
    expect(response).toMatchObject({ status: 200, data: { e_mail: email } })
    expect(JSON.stringify(response)).not.toMatch(/code|token/)

    const mail = await waitForMail({ to: email })
    expect(mail.text).toMatch(/http:\/\/localhost:3000\/users\/account-activation\?code=[\w-]{43}/)
    const signedIn = await site.as().call(activate, { code: await codeFor(email) })
    expect(signedIn).toMatchObject({ username: 'ada-lovelace', status: 'normal', e_mail: email })

    const ada = site.as(signedIn.access_token)
    expect((await ada.call(currentUser, {}))?.username).toBe('ada-lovelace')
    await aQuestion(ada)
    await ada.call(logout, {})
    expect(await ada.call(currentUser, {})).toBeNull()
    await expectError(aQuestion(ada), 'auth.required')
  })

  it('returns the same response for a taken email, and notifies its owner', async () => {
    const email = anEmail()
    const free = await signUp({ name: 'Ben', e_mail: email })
    await codeFor(email)
    const since = new Date()
    const taken = await signUp({ name: 'Someone Else', e_mail: email.toUpperCase() })
    expect({ ...taken, data: null }).toEqual({ ...free, data: null })
    expect(taken.data).toEqual({ e_mail: email.toUpperCase() })
    const notice = await waitForMail({ to: email, after: since })
    expect(notice.text).not.toContain('code=')
    expect((await userOf(email)).displayName).toBe('Ben')
  })

  it('puts the page to return to into the link, also of the notice to an owner', async () => {
    const email = anEmail()
    const return_path = '/questions/1?page=2'
    await signUp({ name: 'Ben', e_mail: email, return_path })
    const mail = await waitForMail({ to: email })
    expect(mail.text).toMatch(/activation\?code=[\w-]{43}&redirect=%2Fquestions%2F1%3Fpage%3D2/)
    const since = new Date()
    await signUp({ name: 'Ben', e_mail: email, return_path })
    const notice = await waitForMail({ to: email, after: since })
    expect(notice.text).toContain('/users/login?redirect=%2Fquestions%2F1%3Fpage%3D2')
  })

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', '/\n/evil.example', 'x'])(
    'rejects %j as the page to return to',
    async (return_path) => {
      const response = await signUp({ name: 'Ben', e_mail: anEmail(), return_path })
      expect(response).toMatchObject({ status: 400, data: [{ error_field: 'return_path' }] })
    },
  )

  it('checks the name before the email', async () => {
    const email = anEmail()
    await signUp({ name: 'Cleo', e_mail: email })
    const [free, taken] = [
      await signUp({ name: 'admin', e_mail: anEmail() }),
      await signUp({ name: 'admin', e_mail: email }),
    ]
    expect(free).toMatchObject({ status: 400, reason: 'error.user.name_reserved' })
    expect(taken).toEqual(free)
  })

  it('can be disabled, and restricted to email domains', async () => {
    const set = (changes: Parameters<typeof changeSettings<typeof loginSettings>>[2]) =>
      transact(site.ctx, (tx) => changeSettings(tx, loginSettings, changes))
    const reasonFor = async (e_mail: string) => (await signUp({ name: 'Dora', e_mail })).reason
    for (const closed of [
      { allow_new_registrations: false },
      { allow_new_registrations: true, allow_email_registrations: false },
    ]) {
      await set(closed)
      expect(await reasonFor(anEmail())).toBe('error.account.registration_closed')
    }
    await set({ allow_email_registrations: true, allow_email_domains: ['Porch.org', '@attic.org'] })
    for (const domain of ['porch.org', 'mail.PORCH.org', 'attic.org'])
      expect(await reasonFor(`a${++emails}@${domain}`)).toBe('base.success')
    for (const domain of ['notporch.org', 'porch.org.evil.com', 'porch.orgs', 'org'])
      expect(await reasonFor(`a${++emails}@${domain}`)).not.toBe('base.success')
    expect(await reasonFor('a@notporch.org')).toBe('error.account.domain_refused')
    await set({ allow_email_domains: [] })
  })

  it.each([
    [{ name: 'A', e_mail: 'a@example.org', pass }, 'name'],
    [{ name: 'x'.repeat(31), e_mail: 'a@example.org', pass }, 'name'],
    [{ name: 'a/b', e_mail: 'a@example.org', pass }, 'name'],
    [{ name: 'Ada', e_mail: 'not an email', pass }, 'e_mail'],
    [{ name: 'Ada', e_mail: 'a@example.org', pass: '1234567' }, 'pass'],
    [{ name: 'Ada', e_mail: 'a@example.org', pass: 'x'.repeat(129) }, 'pass'],
    [{ name: 'Ada', e_mail: 'a@example.org', pass, role_id: 2 }, 'role_id'],
    [{ name: 'Ada', e_mail: ['a@example.org', 'b@example.org'], pass }, 'e_mail'],
  ])('rejects %j because of %s', async (input, field) => {
    const envelope = await signUp(input as never)
    expect(envelope).toMatchObject({ status: 400, data: [{ error_field: field }] })
  })

  it('stores passwords only as argon2id', async () => {
    const email = anEmail()
    await signUp({ name: 'Emil', e_mail: email })
    const { passwordHash } = await userOf(email)
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    const dump = JSON.stringify(await site.ctx.db.select().from(users))
    expect(dump).not.toContain(pass)
  })
})

describe('POST /user/register/email/send', () => {
  it('sends a new link to whoever registered', async () => {
    const email = anEmail()
    await signUp({ name: 'Kim', e_mail: email })
    const older = await codeFor(email)
    const since = new Date()
    const input = { e_mail: email, pass, return_path: '/tags' }
    expect(await site.as().call(resendRegistration, input)).toBeNull()
    const mail = await waitForMail({ to: email, after: since })
    expect(mail.text).toMatch(/code=[\w-]{43}&redirect=%2Ftags/)
    await expectError(site.as().call(activate, { code: older }), 'account.code_expired')
    const code = await codeFor(email, since)
    expect((await site.as().call(activate, { code })).status).toBe('normal')
  })

  it('sends nothing for another password, an active account or an unknown email', async () => {
    const [inactive, active, unknown] = [anEmail(), anEmail(), anEmail()]
    await signUp({ name: 'Lea', e_mail: inactive })
    await signUp({ name: 'Mia', e_mail: active })
    await site.as().call(activate, { code: await codeFor(active) })
    await waitForJobs(site.ctx)
    const addressees = [inactive, active, unknown]
    const countMails = () =>
      Promise.all(addressees.map(async (to) => (await listMails({ to })).length))
    const before = await countMails()
    for (const input of [
      { e_mail: inactive, pass: 'the password of a stranger' },
      { e_mail: active, pass },
      { e_mail: unknown, pass },
    ])
      expect(await site.as().call(resendRegistration, input)).toBeNull()
    await waitForJobs(site.ctx)
    expect(await countMails()).toEqual(before)
  })
})

describe('concurrent registrations', () => {
  it('create one account for one email', async () => {
    const email = anEmail()
    const account = { displayName: 'Fifty', email, passwordHash: null }
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => transact(site.ctx, (tx) => registerAccount(tx, account))),
    )
    const created = results.filter(
      (result) => result.status === 'fulfilled' && result.value !== null,
    )
    expect(created.length).toBe(1)
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'base.duplicate_request' })
    const rows = await site.ctx.db.select().from(users).where(eq(users.email, email))
    expect(rows.length).toBe(1)
    await waitForMail({ to: email })
  })

  it('create accounts with the same name, none of which gets the username', async () => {
    const anAccount = () => ({ displayName: 'Same Name', email: anEmail(), passwordHash: null })
    const created = await Promise.all(
      Array.from({ length: 50 }, () => transact(site.ctx, (tx) => insertAccount(tx, anAccount()))),
    )
    expect(new Set(created).size).toBe(50)
    const rows = await site.ctx.db.select().from(users).where(eq(users.displayName, 'Same Name'))
    expect(new Set(rows.map(({ username }) => username.toLowerCase())).size).toBe(50)
    expect(rows.map(({ username }) => username)).not.toContain('same-name')
  })
})

describe('activation code', () => {
  it('works once', async () => {
    const email = anEmail()
    await signUp({ name: 'Fay', e_mail: email })
    const code = await codeFor(email)
    await site.as().call(activate, { code })
    const rejected = await expectError(site.as().call(activate, { code }), 'account.code_expired')
    expect(rejected.data).toEqual({ type: 'url_expired' })
    const { id } = await userOf(email)
    const left = await site.ctx.db.select().from(accountCodes).where(eq(accountCodes.userId, id))
    expect(left).toEqual([])
  })

  it('works once when sent concurrently', async () => {
    const email = anEmail()
    await signUp({ name: 'Gus', e_mail: email })
    const code = await codeFor(email)
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => site.as().call(activate, { code })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    const { id } = await userOf(email)
    const rows = await site.ctx.db.select().from(sessions).where(eq(sessions.userId, id))
    expect(rows.length).toBe(1)
  })

  it('stops working when a newer one is sent', async () => {
    const email = anEmail()
    await signUp({ name: 'Hal', e_mail: email })
    const older = await codeFor(email)
    const { access_token } = await site.as().call(login, { e_mail: email, pass })
    const since = new Date()
    await site.as(access_token).call(resendActivation, {})
    const newer = await codeFor(email, since)
    expect(newer).not.toBe(older)
    await expectError(site.as().call(activate, { code: older }), 'account.code_expired')
    expect((await site.as().call(activate, { code: newer })).status).toBe('normal')
  })

  it('is stored only as a hash', async () => {
    const email = anEmail()
    await signUp({ name: 'Ida', e_mail: email })
    const code = await codeFor(email)
    const { rows } = await site.ctx.db.execute(sql`select data, output from pgboss.job`)
    const stored = JSON.stringify([await site.ctx.db.select().from(accountCodes), rows])
    expect(stored).not.toContain(code)
  })

  it('is not sent to an active account', async () => {
    const user = await aUser(site.ctx)
    await site.as(user.token).call(resendActivation, {})
    await transact(site.ctx, (tx) => tx.emit('account.activation_asked', { userId: user.id }))
    await waitForJobs(site.ctx)
    expect(await listMails({ to: user.email })).toEqual([])
  })

  it.each(['', 'x', 'A'.repeat(43), 'A'.repeat(200)])('rejects %s', async (code) => {
    const envelope = await rejectionOf(site.as().call(activate, { code }))
    expect([400, 403]).toContain(envelope.status)
  })
})

// Last, because it moves the clock.
describe('activation code after a day', () => {
  it('is expired', async () => {
    const email = anEmail()
    await signUp({ name: 'Nora', e_mail: email })
    const code = await codeFor(email)
    site.advance(25 * hour)
    await expectError(site.as().call(activate, { code }), 'account.code_expired')
  })
})
