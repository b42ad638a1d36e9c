import { currentUser, login } from '@stoa/contract/features/accounts'
import { confirmEmailChange, replacePassword } from '@stoa/contract/features/recovery'
import { confirmTotp, loginWithCode, startTotp } from '@stoa/contract/features/second-factor'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { hashPassword } from '../../../kernel/passwords.ts'
import { transact } from '../../../kernel/transact.ts'
import { codeAt, stepAt } from './second-factor/totp.ts'
import { users } from '../../../schema/users.ts'
import { aUser } from './accounts.factory.ts'
import { sessions, type CodePurpose } from '../../../schema/accounts.ts'
import { issueCode } from './codes.actions.ts'

const pass = 'columns in the evening sun'
let site: TestSite
let ada: Awaited<ReturnType<typeof aUser>>
let secret: string

beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

beforeEach(async () => {
  ada = await aUser(site.ctx)
  const passwordHash = await hashPassword(pass)
  await site.db.update(users).set({ passwordHash }).where(eq(users.id, ada.id))
  const me = site.as(ada.token)
  secret = (await me.call(startTotp, { pass })).secret
  await me.call(confirmTotp, { code: codeNow() })
  // The time step of the confirmation cannot be used again.
  site.advance(30_000)
})

const codeNow = () => codeAt(secret, stepAt(site.ctx.clock.now()))
const newCode = (purpose: CodePurpose, payload?: string) =>
  transact(site.ctx, (tx) => issueCode(tx, ada.id, purpose, { payload }))
const tokenOf = (rejected: { data: unknown }) => (rejected.data as { token: string }).token

async function sessionsOfAda() {
  return await site.ctx.db.$count(sessions, eq(sessions.userId, ada.id))
}

describe('email links of an account with a second factor', () => {
  it('changes the email, but requires the code to log in', async () => {
    const email = `new-${ada.email}`
    const code = await newCode('change_email', email)
    const previous = await sessionsOfAda()
    const rejected = await expectError(
      site.as().call(confirmEmailChange, { code }),
      'second_factor.required',
    )
    expect(JSON.stringify(rejected)).not.toContain('access_token')
    expect(await sessionsOfAda()).toBe(previous)
    expect((await site.as(ada.token).call(currentUser, {}))?.e_mail).toBe(email)

    const token = tokenOf(rejected)
    const { access_token } = await site.as().call(loginWithCode, { token, code: codeNow() })
    expect((await site.as(access_token).call(currentUser, {}))?.id).toBe(ada.id)
  })

  it('resets the password, but requires the code to log in', async () => {
    const code = await newCode('reset')
    const newPassword = 'a quieter set of columns'
    const response = await site.as().call(replacePassword, { code, pass: newPassword })
    expect(Object.keys(response)).toEqual(['device_token'])
    expect(await sessionsOfAda()).toBe(0)
    await expectError(
      site.as().call(login, { e_mail: ada.email, pass: newPassword }),
      'second_factor.required',
    )
  })
})

describe('email links of an account without a second factor', () => {
  it('log in by changing the email', async () => {
    ada = await aUser(site.ctx)
    const code = await newCode('change_email', `new-${ada.email}`)
    const { access_token } = await site.as().call(confirmEmailChange, { code })
    expect((await site.as(access_token).call(currentUser, {}))?.id).toBe(ada.id)
  })
})
