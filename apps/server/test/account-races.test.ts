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
import { activateAccount } from '../src/features/accounts/accounts.actions.ts'
import { aPerson } from '../src/features/accounts/accounts.factory.ts'
import { accountCodes, sessions } from '../src/features/accounts/accounts.table.ts'
import { issueCode } from '../src/features/accounts/codes.ts'
import { changePasswordOf } from '../src/features/accounts/recovery.actions.ts'
import { users } from '../src/features/users/users.table.ts'
import { hashPassword, isPassword } from '../src/kernel/passwords.ts'
import { transact } from '../src/kernel/transact.ts'
import { callFromAnywhere, codeIn } from './accounts.ts'
import { servicePorts } from './databases.ts'
import { aSite, type TestSite } from './site.ts'

const many = 200
const password = 'columns of marble'

let site: TestSite
beforeAll(async () => {
  site = await aSite({ works: true, env: { STOA_SMTP_URL: servicePorts().smtp.url } })
})
afterAll(() => site.close())

const atOnce = <T>(work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: many }, (_, n) => work(n)))
const winners = (replies: Envelope[]) => replies.filter(({ status }) => status === 200)
const userOf = async (id: string) =>
  (await site.ctx.db.select().from(users).where(eq(users.id, id)))[0]!
const sessionsOf = (id: string) =>
  site.ctx.db.select().from(sessions).where(eq(sessions.userId, id))
const codesOf = (id: string) =>
  site.ctx.db.select().from(accountCodes).where(eq(accountCodes.userId, id))
const isAlive = async (token: string) => (await site.as(token).call(currentUser, {})) !== null

describe('two hundred at the same moment', () => {
  it('activations of one name make as many members, each with a username of its own', async () => {
    const codes: string[] = []
    for (let n = 0; n < many; n++) {
      const { id } = await aPerson(site.ctx, { name: 'Same Name', isActivated: false })
      codes.push(await transact(site.ctx, (tx) => issueCode(tx, id, 'activate')))
    }
    // As many at once as there are connections: the others would only wait for one.
    for (let first = 0; first < many; first += 10)
      await Promise.all(
        codes
          .slice(first, first + 10)
          .map((code) => transact(site.ctx, (tx) => activateAccount(tx, code))),
      )
    const rows = await site.ctx.db.select().from(users).where(eq(users.displayName, 'Same Name'))
    expect(rows.length).toBe(many)
    const names = rows.map(({ username }) => username.toLowerCase())
    expect(new Set(names).size).toBe(many)
    expect(names.filter((name) => name === 'same-name').length).toBe(1)
  })

  it('registrations of one address make one account, and all are told the same', async () => {
    // Three mails to one address in an hour is all anyone gets; the database is what is tested here.
    const { registerAccount } = await import('../src/features/accounts/accounts.actions.ts')
    const email = 'one-address@example.org'
    const made = await atOnce((n) =>
      transact(site.ctx, (tx) =>
        registerAccount(tx, { displayName: `Someone ${n}`, email, passwordHash: null }),
      ),
    )
    expect(made.filter((id) => id !== null).length).toBe(1)
    const rows = await site.ctx.db.select().from(users).where(eq(users.email, email))
    expect(rows.length).toBe(1)
  })

  async function useAtOnce(endpoint: Endpoint, inputOf: (n: number) => object) {
    const replies = await atOnce((n) => callFromAnywhere(site, endpoint, inputOf(n)))
    expect(winners(replies).length).toBe(1)
    const refused = replies.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ reason }) => reason))).toEqual(
      new Set(['error.account.code_expired']),
    )
    return replies
  }

  it('uses of one code to choose a password: one chooses, and nobody is signed in', async () => {
    const person = await aPerson(site.ctx, { password })
    await callFromAnywhere(site, askPasswordReset, { e_mail: person.email })
    const code = await codeIn(person.email)
    const chosen = (n: number) => `the password of number ${n}`
    const replies = await useAtOnce(replacePassword, (n) => ({ code, pass: chosen(n) }))
    const winner = replies.findIndex(({ status }) => status === 200)
    const { passwordHash } = await userOf(person.id)
    expect(await isPassword(chosen(winner), passwordHash)).toBe(true)
    expect(await sessionsOf(person.id)).toEqual([])
    expect(await codesOf(person.id)).toEqual([])
  })

  it('uses of one code to activate start one session', async () => {
    const person = await aPerson(site.ctx, { password, isActivated: false })
    await site.ctx.db.delete(sessions).where(eq(sessions.userId, person.id))
    await transact(site.ctx, (tx) => tx.emit('account.activation_asked', { userId: person.id }))
    const code = await codeIn(person.email)
    await useAtOnce(activate, () => ({ code }))
    expect((await sessionsOf(person.id)).length).toBe(1)
  })

  it('uses of one code to change the address move the account once', async () => {
    const person = await aPerson(site.ctx, { password })
    const wanted = `wanted-${Date.now()}@example.org`
    await callFromAnywhere(site, askEmailChange, { e_mail: wanted, pass: password }, person.token)
    const code = await codeIn(wanted)
    await useAtOnce(confirmEmailChange, () => ({ code }))
    expect((await userOf(person.id)).email).toBe(wanted)
    expect((await sessionsOf(person.id)).length).toBe(2)
  })

  it('changes of one password: one wins, and one session is left', async () => {
    const person = await aPerson(site.ctx, { password })
    await callFromAnywhere(site, login, { e_mail: person.email, pass: password })
    const { passwordHash: seenHash } = await userOf(person.id)
    const results = await Promise.allSettled(
      Array.from({ length: many }, (_, n) =>
        transact(site.ctx, (tx) =>
          changePasswordOf(tx, {
            userId: person.id,
            seenHash,
            passwordHash: `hash number ${n}`,
            token: person.token,
          }),
        ),
      ),
    )
    const winner = results.findIndex(({ status }) => status === 'fulfilled')
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'account.old_password_wrong' })
    expect((await userOf(person.id)).passwordHash).toBe(`hash number ${winner}`)
    expect((await sessionsOf(person.id)).length).toBe(1)
    expect(await isAlive(person.token)).toBe(true)
  })
})

describe('a password that changes while people log in with it', () => {
  it('leaves no session that was opened with the old one', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await aPerson(site.ctx)
      const passwordHash = await hashPassword(password)
      await site.ctx.db.update(users).set({ passwordHash }).where(eq(users.id, person.id))
      const logIn = () => callFromAnywhere(site, login, { e_mail: person.email, pass: password })
      const change = { old_pass: password, pass: 'a roof of cedar' }
      const [changed, ...logins] = await Promise.all([
        callFromAnywhere(site, changePassword, change, person.token),
        ...Array.from({ length: 9 }, logIn),
      ])
      expect(changed.status).toBe(200)
      for (const { status, data } of logins)
        if (status === 200)
          expect(await isAlive((data as { access_token: string }).access_token)).toBe(false)
      expect((await sessionsOf(person.id)).length).toBe(1)
    }
  })
})
