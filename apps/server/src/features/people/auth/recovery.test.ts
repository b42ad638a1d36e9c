import { activate, currentUser, login } from '@stoa/contract/features/accounts'
import {
  askEmailChange,
  askPasswordReset,
  changePassword,
  confirmEmailChange,
  replacePassword,
} from '@stoa/contract/features/recovery'
import { loginSettings } from '@stoa/contract/settings/people'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listMails, waitForMail } from '../../../../../../scripts/services/inbox.ts'
import { callFromNewIp, waitForCode } from '../../../../test/accounts.ts'
import { servicePorts } from '../../../../test/databases.ts'
import { waitForJobs } from '../../../../test/jobs.ts'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { users } from '../../../schema/users.ts'
import { aUser } from './accounts.factory.ts'
import { requestEmailChangeOf } from './recovery.actions.ts'
import { accountCodes, sessions } from '../../../schema/accounts.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite({ works: true, env: { STOA_SMTP_URL: servicePorts().smtp.url } })
})
afterAll(() => site.close())

const password = 'columns of marble'
const newPassword = 'a roof of cedar'
const hour = 3_600_000

const member = () => aUser(site.ctx, { password })
const canLogIn = async (e_mail: string, pass: string) =>
  (await callFromNewIp(site, login, { e_mail, pass })).status === 200
const isSignedIn = async (token: string) => (await site.as(token).call(currentUser, {})) !== null

async function waitForBlockedStatement({ db }: TestSite) {
  const blocked = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await db.execute(blocked)).rows.length).toBeGreaterThan(0)
}

async function resetCode(email: string) {
  const since = new Date()
  await callFromNewIp(site, askPasswordReset, { e_mail: email })
  return await waitForCode(email, since)
}

describe('POST /user/password/reset', () => {
  it('sends a link that sets a new password and ends every session', async () => {
    const ada = await member()
    const response = await callFromNewIp(site, askPasswordReset, { e_mail: ada.email })
    expect(response).toMatchObject({ status: 200, data: null })
    const mail = await waitForMail({ to: ada.email })
    expect(mail.text).toMatch(/http:\/\/localhost:3000\/users\/password-reset\?code=[\w-]{43}/)
    const since = new Date()
    await site.as().call(replacePassword, { code: await waitForCode(ada.email), pass: newPassword })
    expect(await isSignedIn(ada.token)).toBe(false)
    expect(await canLogIn(ada.email, password)).toBe(false)
    expect(await canLogIn(ada.email, newPassword)).toBe(true)
    const notice = await waitForMail({ to: ada.email, after: since })
    expect(notice.subject).toContain('was changed')
    expect(notice.text).not.toContain('code=')
  })

  it('sends nothing to an unknown email and returns the same response', async () => {
    const known = await callFromNewIp(site, askPasswordReset, { e_mail: (await member()).email })
    const email = `nobody-${Date.now()}@example.org`
    const unknown = await callFromNewIp(site, askPasswordReset, { e_mail: email })
    expect(unknown).toEqual(known)
    await waitForJobs(site.ctx)
    expect(await listMails({ to: email })).toEqual([])
  })

  it('sets a first password for an account without one', async () => {
    const user = await aUser(site.ctx)
    const code = await resetCode(user.email)
    await site.as().call(replacePassword, { code, pass: newPassword })
    expect(await canLogIn(user.email, newPassword)).toBe(true)
  })

  it('is rejected when password login is disabled', async () => {
    const set = (allow_password_login: boolean) =>
      transact(site.ctx, (tx) => changeSettings(tx, loginSettings, { allow_password_login }))
    await set(false)
    const rejected = await callFromNewIp(site, askPasswordReset, { e_mail: 'a@example.org' })
    expect(rejected.reason).toBe('error.account.password_login_off')
    await set(true)
  })
})

describe('password reset code', () => {
  const use = (code: string) => site.as().call(replacePassword, { code, pass: newPassword })

  it('works once', async () => {
    const code = await resetCode((await member()).email)
    await use(code)
    const rejected = await expectError(use(code), 'account.code_expired')
    expect(rejected).toMatchObject({ status: 403, data: { type: 'url_expired' } })
  })

  it('stops working when a newer one is sent', async () => {
    const { email } = await member()
    const [older, newer] = [await resetCode(email), await resetCode(email)]
    await expectError(use(older), 'account.code_expired')
    await use(newer)
  })

  it('stops working after a change of password or email', async () => {
    const [ada, ben] = [await member(), await member()]
    const codes = [await resetCode(ada.email), await resetCode(ben.email)]
    await site
      .as(ada.token)
      .call(changePassword, { old_pass: password, pass: 'another pass phrase' })
    const newEmail = `moved-${Date.now()}@example.org`
    await site.as(ben.token).call(askEmailChange, { e_mail: newEmail, pass: password })
    await site.as().call(confirmEmailChange, { code: await waitForCode(newEmail) })
    for (const code of codes) await expectError(use(code), 'account.code_expired')
  })

  it('is stored only as a hash', async () => {
    const code = await resetCode((await member()).email)
    const { rows } = await site.ctx.db.execute(sql`select data, output from pgboss.job`)
    const stored = JSON.stringify([await site.ctx.db.select().from(accountCodes), rows])
    expect(stored).not.toContain(code)
  })

  it('expires after an hour', async () => {
    const other = await aSite({ works: true, env: { STOA_SMTP_URL: servicePorts().smtp.url } })
    const { email } = await aUser(other.ctx, { password })
    await callFromNewIp(other, askPasswordReset, { e_mail: email })
    const code = await waitForCode(email)
    other.advance(hour + 1000)
    const late = other.as().call(replacePassword, { code, pass: newPassword })
    await expectError(late, 'account.code_expired')
    await other.close()
  })

  it('rejects codes of another purpose, and is rejected for another purpose', async () => {
    const ada = await member()
    const newcomer = await aUser(site.ctx, { password, isActivated: false })
    await transact(site.ctx, (tx) => tx.emit('account.activation_asked', { userId: newcomer.id }))
    const newEmail = `newEmail-${Date.now()}@example.org`
    await site.as(ada.token).call(askEmailChange, { e_mail: newEmail, pass: password })
    const codes = {
      activate: await waitForCode(newcomer.email),
      reset: await resetCode(ada.email),
      change: await waitForCode(newEmail),
    }
    const anonymous = site.as()
    for (const code of [codes.activate, codes.change])
      await expectError(use(code), 'account.code_expired')
    for (const code of [codes.reset, codes.change])
      await expectError(anonymous.call(activate, { code }), 'account.code_expired')
    for (const code of [codes.reset, codes.activate])
      await expectError(anonymous.call(confirmEmailChange, { code }), 'account.code_expired')
    // Trying a code for the wrong purpose did not consume it.
    await anonymous.call(activate, { code: codes.activate })
    await anonymous.call(confirmEmailChange, { code: codes.change })
  })
})

describe('PUT /user/password', () => {
  it('requires the old password, keeps the current session and ends the others', async () => {
    const ada = await member()
    const { access_token: other } = await site
      .as()
      .call(login, { e_mail: ada.email, pass: password })
    await site.as(ada.token).call(changePassword, { old_pass: password, pass: newPassword })
    expect(await isSignedIn(ada.token)).toBe(true)
    expect(await isSignedIn(other)).toBe(false)
    expect(await canLogIn(ada.email, password)).toBe(false)
    expect(await canLogIn(ada.email, newPassword)).toBe(true)
  })

  it.each([
    [{ old_pass: 'not the old one', pass: newPassword }, 'old_pass', 'account.old_password_wrong'],
    [{ pass: newPassword }, 'old_pass', 'account.old_password_wrong'],
    [{ old_pass: password, pass: password }, 'pass', 'account.password_same'],
    [{ old_pass: password, pass: 'password123' }, 'pass', 'account.password_common'],
    [{ old_pass: password, pass: 'PassWord123' }, 'pass', 'account.password_common'],
  ] as const)('rejects %j because of %s', async (input, field, code) => {
    const { token } = await member()
    const rejected = await expectError(site.as(token).call(changePassword, input), code)
    expect(rejected.data).toMatchObject([{ error_field: field }])
  })

  it('does not require an old password when there is none', async () => {
    const user = await aUser(site.ctx)
    await site.as(user.token).call(changePassword, { pass: newPassword })
    expect(await canLogIn(user.email, newPassword)).toBe(true)
  })

  it('requires a captcha after three wrong passwords, whatever the IP', async () => {
    const { token } = await member()
    const reasons = []
    for (let guess = 0; guess < 6; guess++) {
      const input = { old_pass: `guess ${guess}`, pass: newPassword }
      reasons.push((await callFromNewIp(site, changePassword, input, token)).reason)
    }
    const wrong = 'error.account.old_password_wrong'
    const captcha = 'error.object.captcha_verification_failed'
    expect(reasons).toEqual([wrong, wrong, wrong, captcha, captcha, captcha])
  })
})

describe('POST /user/email/change/code', () => {
  const ask = (token: string, e_mail: string, pass?: string) =>
    site.as(token).call(askEmailChange, pass === undefined ? { e_mail } : { e_mail, pass })
  let newEmail: string
  const aNewEmail = () => (newEmail = `new-${Math.random().toString(36).slice(2)}@example.org`)

  it('requires the password and a link sent to the new email, and notifies the old one', async () => {
    const ada = await member()
    await ask(ada.token, aNewEmail(), password)
    const mail = await waitForMail({ to: newEmail })
    expect(mail.text).toMatch(/\/users\/confirm-new-email\?code=[\w-]{43}/)
    expect(await listMails({ to: ada.email })).toEqual([])
    const since = new Date()
    const signedIn = await site.as().call(confirmEmailChange, { code: await waitForCode(newEmail) })
    expect(signedIn).toMatchObject({ id: ada.id, e_mail: newEmail, mail_status: 1 })
    expect(await isSignedIn(signedIn.access_token)).toBe(true)
    const notice = await waitForMail({ to: ada.email, after: since })
    expect(notice.subject).toContain('was changed')
    expect(notice.text).not.toContain('code=')
    expect(await canLogIn(ada.email, password)).toBe(false)
    expect(await canLogIn(newEmail, password)).toBe(true)
  })

  it('changes nothing until the link is confirmed', async () => {
    const ada = await member()
    await ask(ada.token, aNewEmail(), password)
    await waitForCode(newEmail)
    expect((await site.as(ada.token).call(currentUser, {}))?.e_mail).toBe(ada.email)
  })

  it('returns the same response for a taken email and notifies its owner', async () => {
    const [ada, owner] = [await member(), await member()]
    const free = await callFromNewIp(
      site,
      askEmailChange,
      { e_mail: aNewEmail(), pass: password },
      ada.token,
    )
    const taken = await callFromNewIp(
      site,
      askEmailChange,
      { e_mail: owner.email.toUpperCase(), pass: password },
      ada.token,
    )
    expect(taken).toEqual(free)
    const notice = await waitForMail({ to: owner.email })
    expect(notice.text).not.toContain('code=')
  })

  it('keeps the email of the last request while the job of an earlier one is running', async () => {
    const ada = await member()
    const first = aNewEmail()
    await ask(ada.token, first, password)
    await waitForCode(first)
    const last = aNewEmail()
    await transact(site.ctx, async (tx) => {
      await requestEmailChangeOf(tx, ada.id, last)
      // The job of the first request, which may be late.
      await transact(site.ctx, (other) =>
        other.emit('account.email_change_asked', { userId: ada.id }),
      )
      await waitForBlockedStatement(site)
    })
    await waitForJobs(site.ctx)
    const [code] = await site.db.select().from(accountCodes).where(eq(accountCodes.userId, ada.id))
    expect(code?.payload).toBe(last)
    expect(await listMails({ to: first })).toHaveLength(1)
    expect(await listMails({ to: last })).not.toEqual([])
  })

  it('accepts only the code of the last request', async () => {
    const ada = await member()
    const first = aNewEmail()
    await ask(ada.token, first, password)
    const older = await waitForCode(first)
    await ask(ada.token, aNewEmail(), password)
    const newer = await waitForCode(newEmail)
    const confirm = (code: string) => site.as().call(confirmEmailChange, { code })
    await expectError(confirm(older), 'account.code_expired')
    expect((await confirm(newer)).e_mail).toBe(newEmail)
    await expectError(confirm(newer), 'account.code_expired')
  })

  it('fails when another account took the email in the meantime', async () => {
    const [ada, quick] = [await member(), await member()]
    await ask(ada.token, aNewEmail(), password)
    const code = await waitForCode(newEmail)
    await site.db.update(users).set({ email: newEmail }).where(eq(users.id, quick.id))
    await expectError(site.as().call(confirmEmailChange, { code }), 'account.code_expired')
    expect((await site.as(ada.token).call(currentUser, {}))?.e_mail).toBe(ada.email)
  })

  it('needs no password for an inactive account, and activates it', async () => {
    const newcomer = await aUser(site.ctx, { password, isActivated: false })
    await ask(newcomer.token, aNewEmail())
    const signedIn = await site.as().call(confirmEmailChange, { code: await waitForCode(newEmail) })
    expect(signedIn).toMatchObject({ e_mail: newEmail, status: 'normal', mail_status: 1 })
    await waitForJobs(site.ctx)
    // The old email was never confirmed: it may belong to someone else.
    expect(await listMails({ to: newcomer.email })).toEqual([])
  })

  it('requires the password of an account that was deactivated', async () => {
    const [ada, keyed] = [await member(), await aUser(site.ctx)]
    for (const { id } of [ada, keyed])
      await site.db.update(users).set({ activatedAt: null }).where(eq(users.id, id))
    await expectError(ask(ada.token, aNewEmail()), 'account.old_password_wrong')
    await expectError(ask(keyed.token, aNewEmail()), 'auth.inactive')
    await ask(ada.token, aNewEmail(), password)
    const signedIn = await site.as().call(confirmEmailChange, { code: await waitForCode(newEmail) })
    expect(signedIn).toMatchObject({ e_mail: newEmail, status: 'normal' })
  })

  it('rejects a wrong password, the same email and a domain that is not allowed', async () => {
    const [ada, ben] = [await member(), await member()]
    await expectError(ask(ada.token, aNewEmail(), 'not it'), 'account.old_password_wrong')
    await expectError(ask(ada.token, aNewEmail()), 'account.old_password_wrong')
    await expectError(ask(ben.token, ben.email.toUpperCase(), password), 'account.email_same')
    const set = (allow_email_domains: string[]) =>
      transact(site.ctx, (tx) => changeSettings(tx, loginSettings, { allow_email_domains }))
    await set(['porch.org'])
    await expectError(ask(ben.token, 'a@notporch.org', password), 'account.domain_refused')
    await set([])
  })
})

describe('signIn', () => {
  it('starts no session when the password changed during the login', async () => {
    const ada = await member()
    const [user] = await site.ctx.db.select().from(users).where(eq(users.id, ada.id))
    const { signIn } = await import('./sign-in.actions.ts')
    await site.as(ada.token).call(changePassword, { old_pass: password, pass: newPassword })
    const caller = {
      token: null,
      deviceToken: null,
      locale: 'en_US' as const,
      ip: '127.0.0.1',
      userAgent: '',
      requestId: 'test',
    }
    const late = transact(site.ctx, (tx) => signIn(tx, user!, caller, 'password'))
    await expect(late).rejects.toMatchObject({ code: 'account.wrong_credentials' })
    const rows = await site.ctx.db.select().from(sessions).where(eq(sessions.userId, ada.id))
    expect(rows.length).toBe(1)
  })
})
