import { currentUser, login } from '@stoa/contract/features/accounts'
import { confirmEmailChange, replacePassword } from '@stoa/contract/features/recovery'
import { confirmTotp, loginWithCode, startTotp } from '@stoa/contract/features/second-factor'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aSite, expectError, type TestSite } from '../../../test/site.ts'
import { hashPassword } from '../../kernel/passwords.ts'
import { transact } from '../../kernel/transact.ts'
import { codeAt, stepAt } from '../second-factor/totp.ts'
import { users } from '../users/users.table.ts'
import { aPerson } from './accounts.factory.ts'
import { sessions, type CodePurpose } from './accounts.table.ts'
import { issueCode } from './codes.ts'

const pass = 'columns in the evening sun'
let site: TestSite
let ada: Awaited<ReturnType<typeof aPerson>>
let secret: string

beforeAll(async () => {
  site = await aSite()
})
afterAll(() => site.close())

beforeEach(async () => {
  ada = await aPerson(site.ctx)
  const passwordHash = await hashPassword(pass)
  await site.ctx.db.update(users).set({ passwordHash }).where(eq(users.id, ada.id))
  const me = site.as(ada.token)
  secret = (await me.call(startTotp, { pass })).secret
  await me.call(confirmTotp, { code: codeNow() })
  // The step of the confirmation is used up.
  site.advance(30_000)
})

const codeNow = () => codeAt(secret, stepAt(site.ctx.clock.now()))
const mailed = (purpose: CodePurpose, payload?: string) =>
  transact(site.ctx, (tx) => issueCode(tx, ada.id, purpose, payload))
const tokenOf = (refused: { data: unknown }) => (refused.data as { token: string }).token

async function sessionsOfAda() {
  return await site.ctx.db.$count(sessions, eq(sessions.userId, ada.id))
}

describe('an account with a second factor', () => {
  it('is not opened by a link that changes its address: the address moves, the code is still asked for', async () => {
    const address = `new-${ada.email}`
    const code = await mailed('change_email', address)
    const before = await sessionsOfAda()
    const refused = await expectError(
      site.as().call(confirmEmailChange, { code }),
      'second_factor.required',
    )
    expect(JSON.stringify(refused)).not.toContain('access_token')
    expect(await sessionsOfAda()).toBe(before)
    expect((await site.as(ada.token).call(currentUser, {}))?.e_mail).toBe(address)

    const token = tokenOf(refused)
    const { access_token } = await site.as().call(loginWithCode, { token, code: codeNow() })
    expect((await site.as(access_token).call(currentUser, {}))?.id).toBe(ada.id)
  })

  it('is not opened by a link that replaces its password either', async () => {
    const code = await mailed('reset')
    const chosen = 'a quieter set of columns'
    const reply = await site.as().call(replacePassword, { code, pass: chosen })
    expect(Object.keys(reply)).toEqual(['device_token'])
    expect(await sessionsOfAda()).toBe(0)
    await expectError(
      site.as().call(login, { e_mail: ada.email, pass: chosen }),
      'second_factor.required',
    )
  })
})

describe('an account without one', () => {
  it('is signed in by the link that changes its address', async () => {
    ada = await aPerson(site.ctx)
    const code = await mailed('change_email', `new-${ada.email}`)
    const { access_token } = await site.as().call(confirmEmailChange, { code })
    expect((await site.as(access_token).call(currentUser, {}))?.id).toBe(ada.id)
  })
})
