import { activate, currentUser, register } from '@stoa/contract/features/accounts'
import { bindEmail, confirmBinding } from '@stoa/contract/features/connectors'
import { loginSettings } from '@stoa/contract/settings/people'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { listMails, waitForMail } from '../../../../../../scripts/services/inbox.ts'
import { waitForCode } from '../../../../test/accounts.ts'
import { aConnector, anExternalUser, fromAnywhere, signInAt } from '../../../../test/connectors.ts'
import { servicePorts } from '../../../../test/databases.ts'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { hashPassword, verifyPassword } from '../../../kernel/passwords.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { accountCodes, sessions } from '../../../schema/accounts.ts'
import { connectorFlows, externalAccounts } from '../../../schema/connectors.ts'
import { totpSecrets } from '../../../schema/second-factor.ts'
import { users } from '../../../schema/users.ts'
import { aUser } from '../auth/accounts.factory.ts'
import { issueCode } from '../auth/codes.actions.ts'

let site: TestSite
beforeAll(async () => {
  const env = { STOA_SMTP_URL: servicePorts().smtp.url, STOA_SECRET_KEY: 'k'.repeat(43) }
  site = await aSite({ works: true, env })
  await aConnector(site, { slug: 'hub', label: 'Hub' })
})
afterAll(() => site.close())

const set = (changes: Parameters<typeof changeSettings<typeof loginSettings>>[2]) =>
  transact(site.ctx, (tx) => changeSettings(tx, loginSettings, changes))
afterEach(() => set({ allow_new_registrations: true, allow_email_domains: [] }))

const findUser = async (email: string) => {
  const [user] = await site.db.select().from(users).where(eq(users.email, email))
  return user
}
const countLinks = (externalId: string) =>
  site.db.$count(externalAccounts, eq(externalAccounts.externalId, externalId))
const confirm = (code: string) => fromAnywhere(site).call(confirmBinding, { code })
const bind = (key: string, email: string) =>
  fromAnywhere(site).call(bindEmail, { binding_key: key, email })
const countFlows = () => site.db.$count(connectorFlows)
/** Of somebody whose service vouches for no email. */
async function keyOf(user: ReturnType<typeof anExternalUser>) {
  const asked = await signInAt(site, 'hub', user)
  expect(asked).toMatchObject({ outcome: 'email_required', session: null })
  return asked.binding_key
}
const unverified = () => anExternalUser({ isEmailVerified: false })

describe('an account that has the verified email', () => {
  it('is linked only by the link in the email, which names the account at the service', async () => {
    const ada = await aUser(site.ctx)
    const user = anExternalUser({ email: ada.email.toUpperCase(), username: 'countess' })
    const asked = await signInAt(site, 'hub', user)
    expect(asked).toMatchObject({ outcome: 'confirmation_sent', session: null, binding_key: '' })
    expect(await countLinks(user.id)).toBe(0)
    const mail = await waitForMail({ to: ada.email })
    expect(mail.subject).toContain('Connect Hub')
    expect(mail.text).toContain('the Hub account “countess”')
    expect(mail.text).toContain('/users/confirm-connection?code=')
    const session = await confirm(await waitForCode(ada.email))
    expect(session.id).toBe(ada.id)
    expect((await signInAt(site, 'hub', user)).session?.id).toBe(ada.id)
    await expectError(confirm(await waitForCode(ada.email)), 'account.code_expired')
  })

  it('keeps a second factor', async () => {
    const ada = await aUser(site.ctx)
    const secret = { userId: ada.id, secret: 'x', confirmedAt: new Date(), createdAt: new Date() }
    await site.db.insert(totpSecrets).values(secret)
    await signInAt(site, 'hub', anExternalUser({ email: ada.email }))
    const code = await waitForCode(ada.email)
    const before = await site.db.$count(sessions, eq(sessions.userId, ada.id))
    await expectError(confirm(code), 'second_factor.required')
    expect(await site.db.$count(sessions, eq(sessions.userId, ada.id))).toBe(before)
  })

  it('gets few emails, however often somebody logs in with the service', async () => {
    const { email } = await aUser(site.ctx)
    const user = anExternalUser({ email })
    for (let times = 1; times <= 3; times++) await signInAt(site, 'hub', user)
    await expectError(signInAt(site, 'hub', user), 'base.too_many_requests')
  })
})

describe('POST /connector/binding/email', () => {
  it('creates an account that the link in the email activates', async () => {
    const user = { ...unverified(), displayName: 'Grace Hopper', username: 'rear-admiral' }
    const response = await bind(await keyOf(user), user.email)
    expect(response).toEqual({ email_exist_and_must_be_confirmed: true, access_token: '' })
    const mail = await waitForMail({ to: user.email })
    expect(mail.subject).toContain('Confirm your email')
    expect(mail.text).toContain('the Hub account “rear-admiral”')
    expect(await findUser(user.email)).toMatchObject({ activatedAt: null })
    expect(await countLinks(user.id)).toBe(0)
    const session = await confirm(await waitForCode(user.email))
    expect(session).toMatchObject({ display_name: 'Grace Hopper', mail_status: 1 })
    expect((await signInAt(site, 'hub', user)).session?.id).toBe(session.id)
  })

  it('responds the same for an email that has an account', async () => {
    const ada = await aUser(site.ctx)
    const user = unverified()
    const response = await bind(await keyOf(user), ada.email)
    expect(response).toEqual({ email_exist_and_must_be_confirmed: true, access_token: '' })
    const mail = await waitForMail({ to: ada.email })
    expect(mail.text).toContain(`the Hub account “${user.username}”`)
    expect((await confirm(await waitForCode(ada.email))).id).toBe(ada.id)
  })

  it('works once for each login', async () => {
    const user = unverified()
    const key = await keyOf(user)
    await bind(key, user.email)
    await expectError(bind(key, `x${user.email}`), 'connector.expired')
    await expectError(bind('x'.repeat(43), user.email), 'connector.expired')
  })

  it('sends nothing to a free email while registration is closed, and says the same', async () => {
    await set({ allow_new_registrations: false })
    const [free, ada] = [unverified(), await aUser(site.ctx)]
    const closed = await bind(await keyOf(free), free.email)
    expect(await bind(await keyOf(unverified()), ada.email)).toEqual(closed)
    await waitForMail({ to: ada.email })
    await expect.poll(countFlows).toBe(0)
    expect(await findUser(free.email)).toBeUndefined()
    expect(await listMails({ to: free.email })).toEqual([])
  })

  it('takes emails of allowed domains only, whether or not they have an account', async () => {
    const ada = await aUser(site.ctx)
    await set({ allow_email_domains: ['example.net'] })
    const user = unverified()
    const key = await keyOf(user)
    await expectError(bind(key, ada.email), 'account.domain_refused')
    await expectError(bind(key, `x${ada.email}`), 'account.domain_refused')
    await bind(key, `${user.id}@example.net`)
    await waitForMail({ to: `${user.id}@example.net` })
  })

  it('does not let somebody else in whose account has the email of another', async () => {
    const owner = `owner-${Date.now()}@example.org`
    const attacker = unverified()
    await bind(await keyOf(attacker), owner)
    await waitForMail({ to: owner })
    // The attacker has neither the code nor a session, and logs in to nothing.
    expect(await signInAt(site, 'hub', attacker)).toMatchObject({ outcome: 'email_required' })
    const before = new Date()
    await signInAt(site, 'hub', anExternalUser({ email: owner, username: 'the-owner' }))
    const mail = await waitForMail({ to: owner, after: before, text: /the-owner/ })
    expect(mail.text).toContain('“the-owner”')
    await confirm(await waitForCode(owner, before))
    expect(await countLinks(attacker.id)).toBe(0)
  })

  it('takes over an account that was never confirmed, without its password', async () => {
    const email = `early-${Date.now()}@example.org`
    const pass = 'a password of a stranger'
    await fromAnywhere(site).call(register, { name: 'Stranger', e_mail: email, pass })
    const oldCode = await waitForCode(email)
    const before = new Date()
    const user = anExternalUser({ email, displayName: 'Grace Murray' })
    expect(await signInAt(site, 'hub', user)).toMatchObject({ outcome: 'confirmation_sent' })
    const session = await confirm(await waitForCode(email, before))
    expect(session).toMatchObject({ have_password: false, display_name: 'Grace Murray' })
    expect(await verifyPassword(pass, (await findUser(email))?.passwordHash ?? null)).toBe(false)
    await expectError(fromAnywhere(site).call(activate, { code: oldCode }), 'account.code_expired')
  })

  it('ends the sessions and the codes of such an account', async () => {
    const early = await aUser(site.ctx, { isActivated: false })
    await transact(site.ctx, (tx) => issueCode(tx, early.id, 'reset'))
    await signInAt(site, 'hub', anExternalUser({ email: early.email }))
    const session = await confirm(await waitForCode(early.email))
    expect(session.id).toBe(early.id)
    expect(await site.as(early.token).call(currentUser, {})).toBe(null)
    expect(await site.db.$count(accountCodes, eq(accountCodes.userId, early.id))).toBe(0)
  })

  it('keeps the password of an account that was deactivated', async () => {
    const ada = await aUser(site.ctx)
    const passwordHash = await hashPassword('columns in the evening')
    await site.db.update(users).set({ passwordHash, activatedAt: null }).where(eq(users.id, ada.id))
    await signInAt(site, 'hub', anExternalUser({ email: ada.email }))
    const session = await confirm(await waitForCode(ada.email))
    expect(session).toMatchObject({ id: ada.id, have_password: true, mail_status: 1 })
  })
})

describe('POST /connector/binding/confirm', () => {
  it('stores the account at the service encrypted, and works for an hour', async () => {
    const ada = await aUser(site.ctx)
    const user = anExternalUser({ email: ada.email })
    await signInAt(site, 'hub', user)
    const code = await waitForCode(ada.email)
    const rows = await site.db.select().from(accountCodes).where(eq(accountCodes.userId, ada.id))
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(user.id)
    expect(JSON.stringify(rows)).not.toContain(code)
    const [row] = rows
    expect(Number(row?.expiresAt) - Number(row?.createdAt)).toBe(3_600_000)
    await expectError(fromAnywhere(site).call(activate, { code }), 'account.code_expired')
  })

  it('does not link what was linked to another account meanwhile', async () => {
    const [ada, ben] = [await aUser(site.ctx), await aUser(site.ctx)]
    const user = anExternalUser({ email: ada.email })
    await signInAt(site, 'hub', user)
    const code = await waitForCode(ada.email)
    await signInAt(site, 'hub', user, ben.token)
    const taken = await expectError(confirm(code), 'connector.taken')
    expect(taken.msg).toContain('Hub')
    expect((await signInAt(site, 'hub', user)).session?.id).toBe(ben.id)
  })

  it('does not link a second account of a service', async () => {
    const ada = await aUser(site.ctx)
    await signInAt(site, 'hub', anExternalUser(), ada.token)
    await signInAt(site, 'hub', anExternalUser({ email: ada.email }))
    const code = await waitForCode(ada.email, new Date(0))
    await expectError(confirm(code), 'connector.already_linked')
  })

  it('links nothing once the plugin is disabled', async () => {
    const ada = await aUser(site.ctx)
    const user = anExternalUser({ email: ada.email })
    await signInAt(site, 'hub', user)
    const code = await waitForCode(ada.email)
    const find = vi.spyOn(site.ctx.plugins, 'find').mockReturnValue(null)
    await expectError(confirm(code), 'account.code_expired')
    find.mockRestore()
    expect((await confirm(code)).id).toBe(ada.id)
    expect((await site.as(ada.token).call(currentUser, {}))?.id).toBe(ada.id)
  })
})
