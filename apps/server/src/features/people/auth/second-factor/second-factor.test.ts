import { login } from '@stoa/contract/features/accounts'
import {
  confirmTotp,
  loginWithCode,
  loginWithPasskey,
  passkeyLoginOptions,
  removeTotp,
  renewRecoveryCodes,
  secondFactor,
  startTotp,
} from '@stoa/contract/features/second-factor'
import { loginSettings } from '@stoa/contract/settings/people'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../../test/site.ts'
import { changeSettings } from '../../../../kernel/settings.ts'
import { hashPassword } from '../../../../kernel/passwords.ts'
import { transact } from '../../../../kernel/transact.ts'
import { users } from '../../../../schema/users.ts'
import { eq } from 'drizzle-orm'
import { aUser } from '../accounts.factory.ts'
import { codeAt, findMatchingStep, newTotpSecret, stepAt } from './totp.ts'

const pass = 'columns in the evening sun'
let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>

// One site per test: logins are rate limited by IP.
beforeEach(async () => {
  site = await aSite()
  ada = await aUser(site.ctx)
  await site.db
    .update(users)
    .set({ passwordHash: await hashPassword(pass) })
    .where(eq(users.id, ada.id))
})
afterEach(() => site.close())

const now = () => site.ctx.clock.now()
const me = () => site.as(ada.token)

async function enableTotp() {
  const { secret } = await me().call(startTotp, { pass })
  const { recovery_codes } = await me().call(confirmTotp, { code: codeAt(secret, stepAt(now())) })
  // The time step of the confirmation cannot be used again.
  site.advance(30_000)
  return { secret, codes: recovery_codes }
}

async function startLogin() {
  const rejected = await expectError(
    site.as().call(login, { e_mail: ada.email, pass }),
    'second_factor.required',
  )
  return (rejected.data as { token: string }).token
}

describe('TOTP codes', () => {
  it('follow RFC 6238', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    expect(codeAt(secret, Math.floor(59 / 30))).toBe('287082')
    expect(codeAt(secret, Math.floor(1111111109 / 30))).toBe('081804')
    expect(codeAt(secret, Math.floor(20000000000 / 30))).toBe('353130')
  })

  it('are valid for the previous and next step, but not for a used one', () => {
    const secret = newTotpSecret()
    const at = new Date(1_700_000_000_000)
    const step = stepAt(at)
    expect(findMatchingStep(secret, codeAt(secret, step - 1), at, 0)).toBe(step - 1)
    expect(findMatchingStep(secret, codeAt(secret, step + 1), at, 0)).toBe(step + 1)
    expect(findMatchingStep(secret, codeAt(secret, step - 2), at, 0)).toBeNull()
    expect(findMatchingStep(secret, codeAt(secret, step), at, step)).toBeNull()
  })
})

describe('authenticator app', () => {
  it('needs the password to set up, and is required after the first correct code', async () => {
    await expectError(
      me().call(startTotp, { pass: 'something else' }),
      'account.old_password_wrong',
    )
    await me().call(startTotp, { pass })
    await expectError(me().call(confirmTotp, { code: '000000' }), 'second_factor.wrong_code')
    await site.as().call(login, { e_mail: ada.email, pass })
    await enableTotp()
    expect(await me().call(secondFactor, {})).toMatchObject({ totp: true, recovery_codes_left: 10 })
  })

  it('requires a code after the password, and accepts each code once', async () => {
    const { secret } = await enableTotp()
    const code = codeAt(secret, stepAt(now()))
    const signedIn = await site.as().call(loginWithCode, { token: await startLogin(), code })
    expect(signedIn.access_token).not.toBe('')
    await expectError(
      site.as().call(loginWithCode, { token: await startLogin(), code }),
      'second_factor.wrong_code',
    )
  })

  it('ends the login after five wrong codes', async () => {
    const { secret } = await enableTotp()
    const token = await startLogin()
    for (let attempt = 0; attempt < 5; attempt++) {
      await expectError(
        site.as().call(loginWithCode, { token, code: '000000' }),
        'second_factor.wrong_code',
      )
    }
    const code = codeAt(secret, stepAt(now()))
    await expectError(site.as().call(loginWithCode, { token, code }), 'second_factor.expired')
  })

  it('accepts a recovery code once, whatever its case and spacing', async () => {
    const { codes } = await enableTotp()
    const typed = `${codes[0]?.slice(0, 6).toUpperCase()} ${codes[0]?.slice(6)}`
    await site.as().call(loginWithCode, { token: await startLogin(), code: typed })
    await expectError(
      site.as().call(loginWithCode, { token: await startLogin(), code: typed }),
      'second_factor.wrong_code',
    )
    expect((await me().call(secondFactor, {})).recovery_codes_left).toBe(9)
    await me().call(renewRecoveryCodes, { pass })
    expect((await me().call(secondFactor, {})).recovery_codes_left).toBe(10)
    await expectError(
      site.as().call(loginWithCode, { token: await startLogin(), code: codes[1] ?? '' }),
      'second_factor.wrong_code',
    )
  })

  it('accepts a code once when it is sent concurrently', async () => {
    const { secret } = await enableTotp()
    const code = codeAt(secret, stepAt(now()))
    const token = await startLogin()
    const attempts = Array.from({ length: 5 }, () => site.as().call(loginWithCode, { token, code }))
    const results = await Promise.allSettled(attempts)
    expect(results.filter((result) => result.status === 'fulfilled').length).toBe(1)
  })

  it('can be disabled with the password', async () => {
    await enableTotp()
    await me().call(removeTotp, { pass })
    expect((await site.as().call(login, { e_mail: ada.email, pass })).access_token).not.toBe('')
  })
})

describe('passkey login', () => {
  it('rejects an unknown passkey', async () => {
    const { token } = await site.as().call(passkeyLoginOptions, {})
    const response = { id: 'unknown', rawId: 'unknown', type: 'public-key', response: {} }
    await expectError(
      site.as().call(loginWithPasskey, { token, response }),
      'second_factor.passkey_refused',
    )
  })
})

describe('GET /user/second-factor', () => {
  it('tells staff when a second factor is required of them', async () => {
    const mia = await aUser(site.ctx, { role: 'moderator' })
    await transact(site.ctx, (tx) =>
      changeSettings(tx, loginSettings, { require_second_factor_for_staff: true }),
    )
    expect((await site.as(mia.token).call(secondFactor, {})).is_required).toBe(true)
    expect((await me().call(secondFactor, {})).is_required).toBe(false)
  })
})
