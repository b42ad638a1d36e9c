import { activate, currentUser, login } from '@stoa/contract/features/accounts'
import {
  askEmailChange,
  askPasswordReset,
  changePassword,
  confirmEmailChange,
  replacePassword,
} from '@stoa/contract/features/recovery'
import type { Endpoint } from '@stoa/contract/endpoint'
import type { Envelope } from '@stoa/contract/envelope'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activateAccount } from '../src/features/people/auth/accounts.actions.ts'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { accountCodes, sessions } from '../src/schema/accounts.ts'
import { issueCode } from '../src/features/people/auth/codes.actions.ts'
import { changePasswordOf } from '../src/features/people/auth/recovery.actions.ts'
import { users } from '../src/schema/users.ts'
import { hashPassword, verifyPassword } from '../src/kernel/passwords.ts'
import { transact } from '../src/kernel/transact.ts'
import { callFromNewIp, waitForCode } from './accounts.ts'
import { servicePorts } from './databases.ts'
import { aSite, type TestSite } from './site.ts'

const concurrency = 200
const password = 'columns of marble'

let site: TestSite
beforeAll(async () => {
  site = await aSite({ works: true, env: { STOA_SMTP_URL: servicePorts().smtp.url } })
})
afterAll(() => site.close())

const runConcurrently = <T>(work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: concurrency }, (_, n) => work(n)))
const filterSucceeded = (responses: Envelope[]) => responses.filter(({ status }) => status === 200)
const userOf = async (id: string) =>
  (await site.ctx.db.select().from(users).where(eq(users.id, id)))[0]!
const sessionsOf = (id: string) =>
  site.ctx.db.select().from(sessions).where(eq(sessions.userId, id))
const codesOf = (id: string) =>
  site.ctx.db.select().from(accountCodes).where(eq(accountCodes.userId, id))
const isAlive = async (token: string) => (await site.as(token).call(currentUser, {})) !== null

describe('200 concurrent requests', () => {
  it('activations with the same name create members with distinct usernames', async () => {
    const codes: string[] = []
    for (let n = 0; n < concurrency; n++) {
      const { id } = await aUser(site.ctx, { name: 'Same Name', isActivated: false })
      codes.push(await transact(site.ctx, (tx) => issueCode(tx, id, 'activate')))
    }
    // In batches of the connection pool's size.
    for (let first = 0; first < concurrency; first += 10)
      await Promise.all(
        codes
          .slice(first, first + 10)
          .map((code) => transact(site.ctx, (tx) => activateAccount(tx, code))),
      )
    const rows = await site.ctx.db.select().from(users).where(eq(users.displayName, 'Same Name'))
    expect(rows.length).toBe(concurrency)
    const names = rows.map(({ username }) => username.toLowerCase())
    expect(new Set(names).size).toBe(concurrency)
    expect(names.filter((name) => name === 'same-name').length).toBe(1)
  })

  it('registrations of one email create one account', async () => {
    // Directly on the database, because emails to one user are rate limited.
    const { registerAccount } = await import('../src/features/people/auth/accounts.actions.ts')
    const email = 'one-address@example.org'
    const createdIds = await runConcurrently((n) =>
      transact(site.ctx, (tx) =>
        registerAccount(tx, { displayName: `Someone ${n}`, email, passwordHash: null }),
      ),
    )
    expect(createdIds.filter((id) => id !== null).length).toBe(1)
    const rows = await site.ctx.db.select().from(users).where(eq(users.email, email))
    expect(rows.length).toBe(1)
  })

  async function useConcurrently(endpoint: Endpoint, toInput: (n: number) => object) {
    const responses = await runConcurrently((n) => callFromNewIp(site, endpoint, toInput(n)))
    expect(filterSucceeded(responses).length).toBe(1)
    const rejected = responses.filter(({ status }) => status !== 200)
    expect(new Set(rejected.map(({ reason }) => reason))).toEqual(
      new Set(['error.account.code_expired']),
    )
    return responses
  }

  it('uses of one reset code: one sets the password, and no session starts', async () => {
    const user = await aUser(site.ctx, { password })
    await callFromNewIp(site, askPasswordReset, { e_mail: user.email })
    const code = await waitForCode(user.email)
    const passwordOf = (n: number) => `the password of number ${n}`
    const responses = await useConcurrently(replacePassword, (n) => ({ code, pass: passwordOf(n) }))
    const winner = responses.findIndex(({ status }) => status === 200)
    const { passwordHash } = await userOf(user.id)
    expect(await verifyPassword(passwordOf(winner), passwordHash)).toBe(true)
    expect(await sessionsOf(user.id)).toEqual([])
    expect(await codesOf(user.id)).toEqual([])
  })

  it('uses of one activation code start one session', async () => {
    const user = await aUser(site.ctx, { password, isActivated: false })
    await site.db.delete(sessions).where(eq(sessions.userId, user.id))
    await transact(site.ctx, (tx) => tx.emit('account.activation_asked', { userId: user.id }))
    const code = await waitForCode(user.email)
    await useConcurrently(activate, () => ({ code }))
    expect((await sessionsOf(user.id)).length).toBe(1)
  })

  it('uses of one email change code change the email once', async () => {
    const user = await aUser(site.ctx, { password })
    const newEmail = `wanted-${Date.now()}@example.org`
    await callFromNewIp(site, askEmailChange, { e_mail: newEmail, pass: password }, user.token)
    const code = await waitForCode(newEmail)
    await useConcurrently(confirmEmailChange, () => ({ code }))
    expect((await userOf(user.id)).email).toBe(newEmail)
    expect((await sessionsOf(user.id)).length).toBe(2)
  })

  it('changes of one password: one wins, and one session remains', async () => {
    const user = await aUser(site.ctx, { password })
    await callFromNewIp(site, login, { e_mail: user.email, pass: password })
    const { passwordHash: seenHash } = await userOf(user.id)
    const results = await Promise.allSettled(
      Array.from({ length: concurrency }, (_, n) =>
        transact(site.ctx, (tx) =>
          changePasswordOf(tx, {
            userId: user.id,
            comparedHash: seenHash,
            passwordHash: `hash number ${n}`,
            currentToken: user.token,
          }),
        ),
      ),
    )
    const winner = results.findIndex(({ status }) => status === 'fulfilled')
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'account.old_password_wrong' })
    expect((await userOf(user.id)).passwordHash).toBe(`hash number ${winner}`)
    expect((await sessionsOf(user.id)).length).toBe(1)
    expect(await isAlive(user.token)).toBe(true)
  })
})

describe('password change during concurrent logins', () => {
  it('leaves no session that was started with the old password', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await aUser(site.ctx)
      const passwordHash = await hashPassword(password)
      await site.db.update(users).set({ passwordHash }).where(eq(users.id, user.id))
      const sendLogin = () => callFromNewIp(site, login, { e_mail: user.email, pass: password })
      const change = { old_pass: password, pass: 'a roof of cedar' }
      const [changed, ...logins] = await Promise.all([
        callFromNewIp(site, changePassword, change, user.token),
        ...Array.from({ length: 9 }, sendLogin),
      ])
      expect(changed.status).toBe(200)
      for (const { status, data } of logins)
        if (status === 200)
          expect(await isAlive((data as { access_token: string }).access_token)).toBe(false)
      expect((await sessionsOf(user.id)).length).toBe(1)
    }
  })
})
