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
import { aSite, expectError, type TestSite } from '../../../test/site.ts'
import { changeSettings } from '../../kernel/settings.ts'
import { hashPassword } from '../../kernel/passwords.ts'
import { transact } from '../../kernel/transact.ts'
import { users } from '../users/users.table.ts'
import { eq } from 'drizzle-orm'
import { aPerson } from '../accounts/accounts.factory.ts'
import { codeAt, matchingStep, newTotpSecret, stepAt } from './totp.ts'

const pass = 'columns in the evening sun'
let site: TestSite
let ada: Awaited<ReturnType<typeof aPerson>>

// A site for each test: logins are counted by address, and all of these come from one.
beforeEach(async () => {
  site = await aSite()
  ada = await aPerson(site.ctx)
  await site.ctx.db
    .update(users)
    .set({ passwordHash: await hashPassword(pass) })
    .where(eq(users.id, ada.id))
})
afterEach(() => site.close())

const now = () => site.ctx.clock.now()
const me = () => site.as(ada.token)

async function turnOn() {
  const { secret } = await me().call(startTotp, { pass })
  const { recovery_codes } = await me().call(confirmTotp, { code: codeAt(secret, stepAt(now())) })
  // The step of the confirmation is used up.
  site.advance(30_000)
  return { secret, codes: recovery_codes }
}

async function halfIn() {
  const refused = await expectError(
    site.as().call(login, { e_mail: ada.email, pass }),
    'second_factor.required',
  )
  return (refused.data as { token: string }).token
}

describe('the codes of an app', () => {
  it('follow RFC 6238', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    expect(codeAt(secret, Math.floor(59 / 30))).toBe('287082')
    expect(codeAt(secret, Math.floor(1111111109 / 30))).toBe('081804')
    expect(codeAt(secret, Math.floor(20000000000 / 30))).toBe('353130')
  })

  it('are good for the step before and after, and not for one that was used', () => {
    const secret = newTotpSecret()
    const at = new Date(1_700_000_000_000)
    const step = stepAt(at)
    expect(matchingStep(secret, codeAt(secret, step - 1), at, 0)).toBe(step - 1)
    expect(matchingStep(secret, codeAt(secret, step + 1), at, 0)).toBe(step + 1)
    expect(matchingStep(secret, codeAt(secret, step - 2), at, 0)).toBeNull()
    expect(matchingStep(secret, codeAt(secret, step), at, step)).toBeNull()
  })
})

describe('an authenticator app', () => {
  it('is in force only after a right code, and needs the password to be set up', async () => {
    await expectError(
      me().call(startTotp, { pass: 'something else' }),
      'account.old_password_wrong',
    )
    await me().call(startTotp, { pass })
    await expectError(me().call(confirmTotp, { code: '000000' }), 'second_factor.wrong_code')
    await site.as().call(login, { e_mail: ada.email, pass })
    await turnOn()
    expect(await me().call(secondFactor, {})).toMatchObject({ totp: true, recovery_codes_left: 10 })
  })

  it('asks for a code after the password, and takes each code once', async () => {
    const { secret } = await turnOn()
    const code = codeAt(secret, stepAt(now()))
    const signedIn = await site.as().call(loginWithCode, { token: await halfIn(), code })
    expect(signedIn.access_token).not.toBe('')
    await expectError(
      site.as().call(loginWithCode, { token: await halfIn(), code }),
      'second_factor.wrong_code',
    )
  })

  it('gives up after five wrong codes', async () => {
    const { secret } = await turnOn()
    const token = await halfIn()
    for (let attempt = 0; attempt < 5; attempt++) {
      await expectError(
        site.as().call(loginWithCode, { token, code: '000000' }),
        'second_factor.wrong_code',
      )
    }
    const code = codeAt(secret, stepAt(now()))
    await expectError(site.as().call(loginWithCode, { token, code }), 'second_factor.expired')
  })

  it('lets in with a recovery code, once, however it is typed', async () => {
    const { codes } = await turnOn()
    const typed = `${codes[0]?.slice(0, 6).toUpperCase()} ${codes[0]?.slice(6)}`
    await site.as().call(loginWithCode, { token: await halfIn(), code: typed })
    await expectError(
      site.as().call(loginWithCode, { token: await halfIn(), code: typed }),
      'second_factor.wrong_code',
    )
    expect((await me().call(secondFactor, {})).recovery_codes_left).toBe(9)
    await me().call(renewRecoveryCodes, { pass })
    expect((await me().call(secondFactor, {})).recovery_codes_left).toBe(10)
    await expectError(
      site.as().call(loginWithCode, { token: await halfIn(), code: codes[1] ?? '' }),
      'second_factor.wrong_code',
    )
  })

  it('is one use for a code that is sent five times at once', async () => {
    const { secret } = await turnOn()
    const code = codeAt(secret, stepAt(now()))
    const token = await halfIn()
    const tries = Array.from({ length: 5 }, () => site.as().call(loginWithCode, { token, code }))
    const results = await Promise.allSettled(tries)
    expect(results.filter((result) => result.status === 'fulfilled').length).toBe(1)
  })

  it('can be turned off with the password', async () => {
    await turnOn()
    await me().call(removeTotp, { pass })
    expect((await site.as().call(login, { e_mail: ada.email, pass })).access_token).not.toBe('')
  })
})

describe('a passkey', () => {
  it('that nobody registered is refused, and its challenge is used up', async () => {
    const { token } = await site.as().call(passkeyLoginOptions, {})
    const response = { id: 'unknown', rawId: 'unknown', type: 'public-key', response: {} }
    await expectError(
      site.as().call(loginWithPasskey, { token, response }),
      'second_factor.passkey_refused',
    )
  })
})

describe('a site that asks its staff', () => {
  it('says so to those it concerns', async () => {
    const mia = await aPerson(site.ctx, { role: 'moderator' })
    await transact(site.ctx, (tx) =>
      changeSettings(tx, site.ctx, loginSettings, { require_second_factor_for_staff: true }),
    )
    expect((await site.as(mia.token).call(secondFactor, {})).is_required).toBe(true)
    expect((await me().call(secondFactor, {})).is_required).toBe(false)
  })
})
