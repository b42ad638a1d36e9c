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
import { listMails, waitForMail } from '../../../../../scripts/services/inbox.ts'
import { callFromAnywhere, codeIn } from '../../../test/accounts.ts'
import { servicePorts } from '../../../test/databases.ts'
import { untilJobsDone } from '../../../test/jobs.ts'
import { aSite, expectError, type TestSite } from '../../../test/site.ts'
import { changeSettings } from '../../kernel/settings.ts'
import { transact } from '../../kernel/transact.ts'
import { users } from '../users/users.table.ts'
import { aPerson } from './accounts.factory.ts'
import { accountCodes, sessions } from './accounts.table.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite({ works: true, env: { STOA_SMTP_URL: servicePorts().smtp.url } })
})
afterAll(() => site.close())

const password = 'columns of marble'
const newPassword = 'a roof of cedar'
const hour = 3_600_000

const member = () => aPerson(site.ctx, { password })
const canLogIn = async (e_mail: string, pass: string) =>
  (await callFromAnywhere(site, login, { e_mail, pass })).status === 200
const isSignedIn = async (token: string) => (await site.as(token).call(currentUser, {})) !== null

async function resetCode(email: string) {
  const since = new Date()
  await callFromAnywhere(site, askPasswordReset, { e_mail: email })
  return await codeIn(email, since)
}

describe('recovering an account', () => {
  it('goes from the mail to a new password, and ends every session', async () => {
    const ada = await member()
    const reply = await callFromAnywhere(site, askPasswordReset, { e_mail: ada.email })
    expect(reply).toMatchObject({ status: 200, data: null })
    const mail = await waitForMail({ to: ada.email })
    expect(mail.text).toMatch(/http:\/\/localhost:3000\/users\/password-reset\?code=[\w-]{43}/)
    const since = new Date()
    await site.as().call(replacePassword, { code: await codeIn(ada.email), pass: newPassword })
    expect(await isSignedIn(ada.token)).toBe(false)
    expect(await canLogIn(ada.email, password)).toBe(false)
    expect(await canLogIn(ada.email, newPassword)).toBe(true)
    const notice = await waitForMail({ to: ada.email, after: since })
    expect(notice.subject).toContain('has changed')
    expect(notice.text).not.toContain('code=')
  })

  it('sends nothing to an address nobody has, and says the same', async () => {
    const known = await callFromAnywhere(site, askPasswordReset, { e_mail: (await member()).email })
    const address = `nobody-${Date.now()}@example.org`
    const unknown = await callFromAnywhere(site, askPasswordReset, { e_mail: address })
    expect(unknown).toEqual(known)
    await untilJobsDone(site.ctx)
    expect(await listMails({ to: address })).toEqual([])
  })

  it('gives a password to someone who had none', async () => {
    const person = await aPerson(site.ctx)
    const code = await resetCode(person.email)
    await site.as().call(replacePassword, { code, pass: newPassword })
    expect(await canLogIn(person.email, newPassword)).toBe(true)
  })

  it('is closed where passwords are', async () => {
    const set = (allow_password_login: boolean) =>
      transact(site.ctx, (tx) =>
        changeSettings(tx, site.ctx, loginSettings, { allow_password_login }),
      )
    await set(false)
    const refused = await callFromAnywhere(site, askPasswordReset, { e_mail: 'a@example.org' })
    expect(refused.reason).toBe('error.account.password_login_off')
    await set(true)
  })
})

describe('a code to choose a new password', () => {
  const use = (code: string) => site.as().call(replacePassword, { code, pass: newPassword })

  it('works once', async () => {
    const code = await resetCode((await member()).email)
    await use(code)
    const refused = await expectError(use(code), 'account.code_expired')
    expect(refused).toMatchObject({ status: 403, data: { type: 'url_expired' } })
  })

  it('stops working when a newer one is sent', async () => {
    const { email } = await member()
    const [older, newer] = [await resetCode(email), await resetCode(email)]
    await expectError(use(older), 'account.code_expired')
    await use(newer)
  })

  it('stops working when the password was changed, or the address', async () => {
    const [ada, ben] = [await member(), await member()]
    const codes = [await resetCode(ada.email), await resetCode(ben.email)]
    await site
      .as(ada.token)
      .call(changePassword, { old_pass: password, pass: 'another pass phrase' })
    const wanted = `moved-${Date.now()}@example.org`
    await site.as(ben.token).call(askEmailChange, { e_mail: wanted, pass: password })
    await site.as().call(confirmEmailChange, { code: await codeIn(wanted) })
    for (const code of codes) await expectError(use(code), 'account.code_expired')
  })

  it('is stored only as a hash', async () => {
    const code = await resetCode((await member()).email)
    const { rows } = await site.ctx.db.execute(sql`select data, output from pgboss.job`)
    const stored = JSON.stringify([await site.ctx.db.select().from(accountCodes), rows])
    expect(stored).not.toContain(code)
  })

  it('lasts an hour', async () => {
    const other = await aSite({ works: true, env: { STOA_SMTP_URL: servicePorts().smtp.url } })
    const { email } = await aPerson(other.ctx, { password })
    await callFromAnywhere(other, askPasswordReset, { e_mail: email })
    const code = await codeIn(email)
    other.advance(hour + 1000)
    const late = other.as().call(replacePassword, { code, pass: newPassword })
    await expectError(late, 'account.code_expired')
    await other.close()
  })

  it('is good for nothing else, and nothing else is good for it', async () => {
    const ada = await member()
    const newcomer = await aPerson(site.ctx, { password, isActivated: false })
    await transact(site.ctx, (tx) => tx.emit('account.activation_asked', { userId: newcomer.id }))
    const wanted = `wanted-${Date.now()}@example.org`
    await site.as(ada.token).call(askEmailChange, { e_mail: wanted, pass: password })
    const codes = {
      activate: await codeIn(newcomer.email),
      reset: await resetCode(ada.email),
      change: await codeIn(wanted),
    }
    const anonymous = site.as()
    for (const code of [codes.activate, codes.change])
      await expectError(use(code), 'account.code_expired')
    for (const code of [codes.reset, codes.change])
      await expectError(anonymous.call(activate, { code }), 'account.code_expired')
    for (const code of [codes.reset, codes.activate])
      await expectError(anonymous.call(confirmEmailChange, { code }), 'account.code_expired')
    // None of them was used up by being tried at the wrong door.
    await anonymous.call(activate, { code: codes.activate })
    await anonymous.call(confirmEmailChange, { code: codes.change })
  })
})

describe('changing a password', () => {
  it('takes the old one, keeps this session and ends the others', async () => {
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
  ] as const)('refuses %j for its %s', async (input, field, code) => {
    const { token } = await member()
    const refused = await expectError(site.as(token).call(changePassword, input), code)
    expect(refused.data).toMatchObject([{ error_field: field }])
  })

  it('needs no old one from someone who never had one', async () => {
    const person = await aPerson(site.ctx)
    await site.as(person.token).call(changePassword, { pass: newPassword })
    expect(await canLogIn(person.email, newPassword)).toBe(true)
  })

  it('asks for a challenge after three guesses, whatever address they come from', async () => {
    const { token } = await member()
    const reasons = []
    for (let guess = 0; guess < 6; guess++) {
      const input = { old_pass: `guess ${guess}`, pass: newPassword }
      reasons.push((await callFromAnywhere(site, changePassword, input, token)).reason)
    }
    const wrong = 'error.account.old_password_wrong'
    const challenged = 'error.object.captcha_verification_failed'
    expect(reasons).toEqual([wrong, wrong, wrong, challenged, challenged, challenged])
  })
})

describe('changing the address', () => {
  const ask = (token: string, e_mail: string, pass?: string) =>
    site.as(token).call(askEmailChange, pass === undefined ? { e_mail } : { e_mail, pass })
  let wanted: string
  const aWish = () => (wanted = `wish-${Math.random().toString(36).slice(2)}@example.org`)

  it('takes the password, a link in the new mailbox, and tells the old one', async () => {
    const ada = await member()
    await ask(ada.token, aWish(), password)
    const mail = await waitForMail({ to: wanted })
    expect(mail.text).toMatch(/\/users\/confirm-new-email\?code=[\w-]{43}/)
    expect(await listMails({ to: ada.email })).toEqual([])
    const since = new Date()
    const signedIn = await site.as().call(confirmEmailChange, { code: await codeIn(wanted) })
    expect(signedIn).toMatchObject({ id: ada.id, e_mail: wanted, mail_status: 1 })
    expect(await isSignedIn(signedIn.access_token)).toBe(true)
    const notice = await waitForMail({ to: ada.email, after: since })
    expect(notice.subject).toContain('has changed')
    expect(notice.text).not.toContain('code=')
    expect(await canLogIn(ada.email, password)).toBe(false)
    expect(await canLogIn(wanted, password)).toBe(true)
  })

  it('changes nothing until the link is confirmed', async () => {
    const ada = await member()
    await ask(ada.token, aWish(), password)
    await codeIn(wanted)
    expect((await site.as(ada.token).call(currentUser, {}))?.e_mail).toBe(ada.email)
  })

  it('says the same about a taken address, and tells its owner, not the asker', async () => {
    const [ada, owner] = [await member(), await member()]
    const free = await callFromAnywhere(
      site,
      askEmailChange,
      { e_mail: aWish(), pass: password },
      ada.token,
    )
    const taken = await callFromAnywhere(
      site,
      askEmailChange,
      { e_mail: owner.email.toUpperCase(), pass: password },
      ada.token,
    )
    expect(taken).toEqual(free)
    const notice = await waitForMail({ to: owner.email })
    expect(notice.text).not.toContain('code=')
  })

  it('lets the last wish win', async () => {
    const ada = await member()
    const first = aWish()
    await ask(ada.token, first, password)
    const older = await codeIn(first)
    await ask(ada.token, aWish(), password)
    const newer = await codeIn(wanted)
    const confirm = (code: string) => site.as().call(confirmEmailChange, { code })
    await expectError(confirm(older), 'account.code_expired')
    expect((await confirm(newer)).e_mail).toBe(wanted)
    await expectError(confirm(newer), 'account.code_expired')
  })

  it('is over when someone else has taken the address meanwhile', async () => {
    const [ada, quick] = [await member(), await member()]
    await ask(ada.token, aWish(), password)
    const code = await codeIn(wanted)
    await site.ctx.db.update(users).set({ email: wanted }).where(eq(users.id, quick.id))
    await expectError(site.as().call(confirmEmailChange, { code }), 'account.code_expired')
    expect((await site.as(ada.token).call(currentUser, {}))?.e_mail).toBe(ada.email)
  })

  it('is open to people who mistyped at sign-up: without password, and it activates', async () => {
    const newcomer = await aPerson(site.ctx, { password, isActivated: false })
    await ask(newcomer.token, aWish())
    const signedIn = await site.as().call(confirmEmailChange, { code: await codeIn(wanted) })
    expect(signedIn).toMatchObject({ e_mail: wanted, status: 'normal', mail_status: 1 })
    await untilJobsDone(site.ctx)
    // The old address was never confirmed: it may be a stranger's.
    expect(await listMails({ to: newcomer.email })).toEqual([])
  })

  it('is refused with a wrong password, for the same address and for a foreign domain', async () => {
    const [ada, ben] = [await member(), await member()]
    await expectError(ask(ada.token, aWish(), 'not it'), 'account.old_password_wrong')
    await expectError(ask(ada.token, aWish()), 'account.old_password_wrong')
    await expectError(ask(ben.token, ben.email.toUpperCase(), password), 'account.email_same')
    const set = (allow_email_domains: string[]) =>
      transact(site.ctx, (tx) =>
        changeSettings(tx, site.ctx, loginSettings, { allow_email_domains }),
      )
    await set(['porch.org'])
    await expectError(ask(ben.token, 'a@notporch.org', password), 'account.domain_refused')
    await set([])
  })
})

describe('a session', () => {
  it('is not left behind by a login that was on its way when the password changed', async () => {
    const ada = await member()
    const [before] = await site.ctx.db.select().from(users).where(eq(users.id, ada.id))
    const { signIn } = await import('./sign-in.actions.ts')
    await site.as(ada.token).call(changePassword, { old_pass: password, pass: newPassword })
    const caller = {
      token: null,
      device: null,
      locale: 'en_US' as const,
      address: '127.0.0.1',
      userAgent: '',
      requestId: 'test',
    }
    const late = transact(site.ctx, (tx) => signIn(tx, before!, caller, 'password'))
    await expect(late).rejects.toMatchObject({ code: 'account.wrong_credentials' })
    const rows = await site.ctx.db.select().from(sessions).where(eq(sessions.userId, ada.id))
    expect(rows.length).toBe(1)
  })
})
