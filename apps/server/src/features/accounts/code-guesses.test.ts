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
import { listMails, waitForMail } from '../../../../../scripts/services/inbox.ts'
import { callFromAnywhere, codeIn } from '../../../test/accounts.ts'
import { servicePorts } from '../../../test/databases.ts'
import { aPasskey } from '../../../test/passkeys.ts'
import { aSite, type TestSite } from '../../../test/site.ts'
import { transact } from '../../kernel/transact.ts'
import { openChallenge } from '../second-factor/challenges.actions.ts'
import { codeAt, stepAt } from '../second-factor/totp.ts'
import { aPerson } from './accounts.factory.ts'

const pass = 'columns in the evening sun'
const chosen = 'a roof of cedar'
const day = 86_400_000
let site: TestSite
let ada: Awaited<ReturnType<typeof aPerson>>
let secret: string
let recoveryCodes: string[]

beforeAll(async () => {
  site = await aSite({ works: true, env: { STOA_SMTP_URL: servicePorts().smtp.url } })
})
afterAll(() => site.close())

beforeEach(async () => {
  ada = await aPerson(site.ctx, { password: pass })
  const me = site.as(ada.token)
  secret = (await me.call(startTotp, { pass })).secret
  recoveryCodes = (await me.call(confirmTotp, { code: codeNow() })).recovery_codes
  site.advance(30_000)
})

const codeNow = () => codeAt(secret, stepAt(site.ctx.clock.now()))
const wrongCode = () => codeAt(secret, stepAt(site.ctx.clock.now()) - 1000)

/** One try with a code after the right password: each in a login and from a network of its own. */
async function tryCode(code: string) {
  const token = await transact(site.ctx, (tx) =>
    openChallenge(tx, { kind: 'second_factor', userId: ada.id }),
  )
  return await callFromAnywhere(site, loginWithCode, { token, code })
}

async function guess(times: number) {
  const statuses: number[] = []
  for (let index = 0; index < times; index++) statuses.push((await tryCode(wrongCode())).status)
  return statuses
}

const isNotice = /Wrong login codes/
const notices = async () =>
  (await listMails({ to: ada.email })).filter(({ subject }) => isNotice.test(subject))

describe('codes of an authenticator app', { timeout: 120_000 }, () => {
  it('are bounded per account, over all logins and networks, for a day', async () => {
    expect(await guess(11)).toEqual([...Array<number>(10).fill(400), 429])
    expect(await tryCode(codeNow())).toMatchObject({
      status: 429,
      reason: 'error.second_factor.too_many_codes',
    })
    site.advance(day)
    expect((await tryCode(codeNow())).status).toBe(200)
  })

  it('are counted when they come at once', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 15 }, async () => (await tryCode(wrongCode())).status),
    )
    expect(statuses.filter((status) => status === 400).length).toBe(10)
    expect(statuses.filter((status) => status === 429).length).toBe(5)
  })

  it('count anew after a right one', async () => {
    await guess(9)
    expect((await tryCode(codeNow())).status).toBe(200)
    expect(await guess(2)).toEqual([400, 400])
  })

  it('leave the owner recovery codes, passkeys and a reset by email', async () => {
    await guess(10)
    const signChallenge = await aPasskey(site, ada.id)
    const { token, options } = await site.as().call(passkeyLoginOptions, {})
    const response = signChallenge(options)
    expect((await site.as().call(loginWithPasskey, { token, response })).access_token).not.toBe('')
    expect((await tryCode(recoveryCodes[0] ?? '')).status).toBe(200)

    await guess(10)
    expect((await tryCode(codeNow())).status).toBe(429)
    const since = new Date()
    await callFromAnywhere(site, askPasswordReset, { e_mail: ada.email })
    const code = await codeIn(ada.email, since)
    await callFromAnywhere(site, replacePassword, { code, pass: chosen })
    const { data } = await callFromAnywhere(site, login, { e_mail: ada.email, pass: chosen })
    const half = (data as { token: string }).token
    site.advance(60_000)
    const reply = await callFromAnywhere(site, loginWithCode, { token: half, code: codeNow() })
    expect(reply.status).toBe(200)
  })

  it('that fail repeatedly are reported to the owner by email, once', async () => {
    await guess(4)
    expect(await notices()).toEqual([])
    await guess(6)
    const mail = await waitForMail({ to: ada.email, text: /several wrong codes/ })
    expect(mail.subject).toMatch(isNotice)
    expect(mail.text).toContain('/users/account-recovery')
    expect((await notices()).length).toBe(1)
  })

  it('end with the password: a login that was half done before a reset is over', async () => {
    const { data } = await callFromAnywhere(site, login, { e_mail: ada.email, pass })
    const { token } = data as { token: string }
    await callFromAnywhere(site, askPasswordReset, { e_mail: ada.email })
    await callFromAnywhere(site, replacePassword, { code: await codeIn(ada.email), pass: chosen })
    const reply = await callFromAnywhere(site, loginWithCode, { token, code: codeNow() })
    expect(reply.reason).toBe('error.second_factor.expired')
  })
})
