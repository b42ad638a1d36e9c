import type { Client } from '@stoa/contract/client'
import { login } from '@stoa/contract/features/accounts'
import { addAccounts, listAccounts } from '@stoa/contract/features/people'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callFromNewIp } from '../../../../test/accounts.ts'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

let site: TestSite
let admin: Client
beforeAll(async () => {
  site = await aSite()
  admin = site.as((await aUser(site.ctx, { name: 'Rosa', role: 'admin' })).token)
})
afterAll(() => site.close())

const pass = 'columns of marble'
const find = async (input: object) => (await admin.call(listAccounts, input)).list

describe('POST users', () => {
  const email = () => `added-${Math.random().toString(36).slice(2)}@example.org`

  it('says in a dry run what is wrong with each line, and adds nobody', async () => {
    const taken = await aUser(site.ctx)
    const fresh = email()
    const text = [
      `Good One, ${fresh}, ${pass}`,
      `Again, ${fresh}, ${pass}`,
      `Taken, ${taken.email}, ${pass}`,
      `Weak, ${email()}, password123`,
      'nothing',
    ].join('\n')
    const { added, lines } = await admin.call(addAccounts, { users: text, dry_run: true })
    expect(added).toBe(0)
    expect(lines.map(({ line, verdict, problem }) => [line, verdict, problem])).toEqual([
      [1, 'ok', null],
      [2, 'duplicate', 'email_twice'],
      [3, 'duplicate', 'email_taken'],
      [4, 'invalid', 'password_common'],
      [5, 'invalid', 'fields'],
    ])
    expect(await find({ query: fresh })).toEqual([])
    const { msg } = await expectError(admin.call(addAccounts, { users: text }), 'user.line_invalid')
    expect(msg).toContain('Line 2')
    expect(await find({ query: fresh })).toEqual([])
  })

  it('adds users who can log in at once', async () => {
    const [one, two] = [email(), email()]
    const text = `Pia Plus, ${one}, ${pass}\n\nPia Plus, ${two}, ${pass}, with a comma`
    expect((await admin.call(addAccounts, { users: text })).added).toBe(2)
    expect((await callFromNewIp(site, login, { e_mail: one, pass })).status).toBe(200)
    const second = { e_mail: two, pass: `${pass}, with a comma` }
    expect((await callFromNewIp(site, login, second)).status).toBe(200)
    const [row] = await find({ query: one })
    expect(row).toMatchObject({ status: 'normal', display_name: 'Pia Plus', role_id: 1 })
    const log = await admin.call(listStaffLog, { username: row!.username })
    expect(log.list.map(({ action }) => action)).toEqual(['add_user'])
    expect(JSON.stringify(log)).not.toContain(pass)
  })

  it('has a bound', async () => {
    const text = Array.from({ length: 51 }, () => `Many, ${email()}, ${pass}`).join('\n')
    await expectError(
      admin.call(addAccounts, { users: text, dry_run: true }),
      'user.too_many_lines',
    )
  })
})
