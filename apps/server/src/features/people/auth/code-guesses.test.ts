import { login } from '@stoa/contract/features/accounts'
import { askPasswordReset, replacePassword } from '@stoa/contract/features/recovery'
import {
  confirmTotp,
  loginWithCode,
  loginWithPasskey,
  passkeyLoginOptions,
  startTotp,
} from '@stoa/contract/features/second-factor'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listMails, waitForMail } from '../../../../../../scripts/services/inbox.ts'
import { callFromNewIp, waitForCode } from '../../../../test/accounts.ts'
import { servicePorts } from '../../../../test/databases.ts'
import { aPasskey } from '../../../../test/passkeys.ts'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { transact } from '../../../kernel/transact.ts'
import { openChallenge } from './second-factor/challenges.actions.ts'
import { codeAt, stepAt } from './second-factor/totp.ts'
import { aUser } from './accounts.factory.ts'

const pass = 'columns in the evening sun'
const newPassword = 'a roof of cedar'
const day = 86_400_000
let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let secret: string
let recoveryCodes: string[]

beforeAll(async () => {
  site = await aSite({ works: true, env: { STOA_SMTP_URL: servicePorts().smtp.url } })
})
afterAll(() => site.close())

beforeEach(async () => {
  ada = await aUser(site.ctx, { password: pass })
  const me = site.as(ada.token)
  secret = (await me.call(startTotp, { pass })).secret
  recoveryCodes = (await me.call(confirmTotp, { code: codeNow() })).recovery_codes
  site.advance(30_000)
})

const codeNow = () => codeAt(secret, stepAt(site.ctx.clock.now()))
const wrongCode = () => codeAt(secret, stepAt(site.ctx.clock.now()) - 1000)

/** Each attempt uses a new login and a new network. */
async function tryCode(code: string) {
  const token = await transact(site.ctx, (tx) =>
    openChallenge(tx, { kind: 'second_factor', userId: ada.id }),
  )
  return await callFromNewIp(site, loginWithCode, { token, code })
}

async function guess(times: number) {
  const statuses: number[] = []
  for (let index = 0; index < times; index++) statuses.push((await tryCode(wrongCode())).status)
  return statuses
}

const isNotice = /Incorrect login codes/
const notices = async () =>
  (await listMails({ to: ada.email })).filter(({ subject }) => isNotice.test(subject))

describe('authenticator code attempts', { timeout: 120_000 }, () => {
  it('are limited per account and day, across logins and networks', async () => {
    expect(await guess(11)).toEqual([...Array<number>(10).fill(400), 429])
    expect(await tryCode(codeNow())).toMatchObject({
      status: 429,
      reason: 'error.second_factor.too_many_codes',
    })
    site.advance(day)
    expect((await tryCode(codeNow())).status).toBe(200)
  })

  it('are counted when they arrive concurrently', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 15 }, async () => (await tryCode(wrongCode())).status),
    )
    expect(statuses.filter((status) => status === 400).length).toBe(10)
    expect(statuses.filter((status) => status === 429).length).toBe(5)
  })

  it('are reset by a correct code', async () => {
    await guess(9)
    expect((await tryCode(codeNow())).status).toBe(200)
    expect(await guess(2)).toEqual([400, 400])
  })

  it('do not block recovery codes, passkeys or a reset by email', async () => {
    await guess(10)
    const signChallenge = await aPasskey(site, ada.id)
    const { token, options } = await site.as().call(passkeyLoginOptions, {})
    const response = signChallenge(options)
    expect((await site.as().call(loginWithPasskey, { token, response })).access_token).not.toBe('')
    expect((await tryCode(recoveryCodes[0] ?? '')).status).toBe(200)

    await guess(10)
    expect((await tryCode(codeNow())).status).toBe(429)
    const since = new Date()
    await callFromNewIp(site, askPasswordReset, { e_mail: ada.email })
    const code = await waitForCode(ada.email, since)
    await callFromNewIp(site, replacePassword, { code, pass: newPassword })
    const { data } = await callFromNewIp(site, login, { e_mail: ada.email, pass: newPassword })
    const pendingToken = (data as { token: string }).token
    site.advance(60_000)
    const loggedIn = await callFromNewIp(site, loginWithCode, {
      token: pendingToken,
      code: codeNow(),
    })
    expect(loggedIn.status).toBe(200)
  })

  it('notify the owner by email, once, when they fail repeatedly', async () => {
    await guess(4)
    expect(await notices()).toEqual([])
    await guess(6)
    const mail = await waitForMail({ to: ada.email, text: /incorrect/ })
    expect(mail.subject).toMatch(isNotice)
    expect(mail.text).toContain('/users/account-recovery')
    expect((await notices()).length).toBe(1)
  })

  it('fail for a login that was started before a password reset', async () => {
    const { data } = await callFromNewIp(site, login, { e_mail: ada.email, pass })
    const { token } = data as { token: string }
    await callFromNewIp(site, askPasswordReset, { e_mail: ada.email })
    await callFromNewIp(site, replacePassword, {
      code: await waitForCode(ada.email),
      pass: newPassword,
    })
    const response = await callFromNewIp(site, loginWithCode, { token, code: codeNow() })
    expect(response.reason).toBe('error.second_factor.expired')
  })
})
