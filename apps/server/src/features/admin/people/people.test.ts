import { roles } from '@stoa/contract/access'
import { activate, currentUser, login } from '@stoa/contract/features/accounts'
import { addComment, getComment } from '@stoa/contract/features/comments'
import {
  type Account,
  activateByLink,
  changeRole,
  changeStatus,
  countAccounts,
  createActivationLink,
  editAccount,
  exportAccounts,
  getUserCenterAgent,
  listAccounts,
  listRoles,
  setPassword,
} from '@stoa/contract/features/people'
import { getUser } from '@stoa/contract/features/profiles'
import { getQuestion } from '@stoa/contract/features/questions'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callFromNewIp, waitForCode } from '../../../../test/accounts.ts'
import { servicePorts } from '../../../../test/databases.ts'
import { aSite, expectError, rejectionOf, type TestSite } from '../../../../test/site.ts'
import { users } from '../../../schema/users.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'

let site: TestSite
let adminId: string
let admin: ReturnType<TestSite['as']>
beforeAll(async () => {
  site = await aSite({ works: true, env: { STOA_SMTP_URL: servicePorts().smtp.url } })
  const { id, token } = await aUser(site.ctx, { name: 'Rosa Admin', role: 'admin' })
  ;[adminId, admin] = [id, site.as(token)]
})
afterAll(() => site.close())

const pass = 'columns of marble'
const rowOf = async (id: string) => {
  const [row] = await site.db.select().from(users).where(eq(users.id, id))
  return row!
}
const find = async (input: object): Promise<Account[]> =>
  (await admin.call(listAccounts, input)).list
const findOne = async (id: string) => (await find({ query: `user:${id}` }))[0]!
const actionsOn = async (id: string) => {
  const { list } = await admin.call(listStaffLog, { username: (await rowOf(id)).username })
  return list.map(({ action }) => action)
}

describe('admin calls of users', () => {
  it('are for admins only, and moderators get 403', async () => {
    const mod = site.as((await aUser(site.ctx, { role: 'moderator' })).token)
    const { id } = await aUser(site.ctx)
    for (const client of [mod, site.as((await aUser(site.ctx)).token)]) {
      await expectError(client.call(listAccounts, {}), 'auth.forbidden')
      await expectError(client.call(countAccounts, {}), 'auth.forbidden')
      await expectError(client.call(exportAccounts, {}), 'auth.forbidden')
      await expectError(client.call(changeRole, { user_id: id, role_id: 2 }), 'auth.forbidden')
      await expectError(client.call(createActivationLink, { user_id: id }), 'auth.forbidden')
    }
    await expectError(site.as().call(listAccounts, {}), 'auth.required')
  })

  it('reject what would act on the caller', async () => {
    const own = { user_id: adminId }
    for (const call of [
      () => admin.call(changeRole, { ...own, role_id: 1 }),
      () => admin.call(changeStatus, { ...own, status: 'deleted' }),
      () => admin.call(changeStatus, { ...own, status: 'inactive' }),
      () => admin.call(setPassword, { ...own, password: 'a roof of cedar' }),
      () =>
        admin.call(editAccount, {
          ...own,
          display_name: 'Rosa',
          username: 'rosa',
          email: 'r@example.org',
        }),
      () => admin.call(activateByLink, own),
    ])
      await expectError(call(), 'user.oneself')
    await expectError(admin.call(changeRole, { user_id: '999999', role_id: 1 }), 'user.not_found')
  })
})

describe('last seen', () => {
  it('is updated by a request, at most every hour', async () => {
    const other = await aSite()
    const { id, token } = await aUser(other.ctx)
    const seen = async () =>
      (await other.db.select().from(users).where(eq(users.id, id)))[0]?.lastSeenAt ?? null
    await other.as(token).call(currentUser, {})
    expect(await seen()).toBeNull()
    other.advance(2 * 3_600_000)
    await other.as(token).call(currentUser, {})
    const first = await seen()
    expect(first).not.toBeNull()
    other.advance(60_000)
    await other.as(token).call(currentUser, {})
    expect(await seen()).toEqual(first)
    await other.close()
  })
})

describe('PUT user/role', () => {
  it('ends the sessions, and the next login has the new role', async () => {
    const { id, email, token } = await aUser(site.ctx, { password: pass })
    await admin.call(changeRole, { user_id: id, role_id: roles.moderator })
    expect(await site.as(token).call(currentUser, {})).toBeNull()
    await expectError(site.as(token).call(listStaffLog, {}), 'auth.required')
    const { data } = await callFromNewIp(site, login, { e_mail: email, pass })
    expect(data).toMatchObject({ role_id: roles.moderator })
    expect(await actionsOn(id)).toEqual(['change_role'])
  })

  it('changes nothing if the role is the same', async () => {
    const { id, token } = await aUser(site.ctx)
    await admin.call(changeRole, { user_id: id, role_id: roles.user })
    expect(await site.as(token).call(currentUser, {})).not.toBeNull()
    expect(await actionsOn(id)).toEqual([])
  })

  it('leaves an admin when two demote each other at once', async () => {
    const other = await aSite()
    await other.db.update(users).set({ roleId: roles.user })
    for (const extra of [0, 1]) {
      const pair = [
        await aUser(other.ctx, { role: 'admin' }),
        await aUser(other.ctx, { role: 'admin' }),
      ]
      if (extra === 1) await aUser(other.ctx, { role: 'admin' })
      const [one, two] = pair
      const results = await Promise.allSettled([
        other.as(one!.token).call(changeRole, { user_id: two!.id, role_id: 1 }),
        other.as(two!.token).call(changeRole, { user_id: one!.id, role_id: 1 }),
      ])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
    await other.close()
  })
})

describe('PUT user/status', () => {
  it('suspends with the reason and duration, on the next request, and lifts it', async () => {
    const { id, token } = await aUser(site.ctx)
    const suspension = { status: 'suspended', suspend_duration: '72h', reason: 'Ads.' } as const
    await admin.call(changeStatus, { user_id: id, ...suspension })
    await expectError(site.as(token).call(addComment, aComment), 'auth.suspended')
    const row = await findOne(id)
    expect(row.status).toBe('suspended')
    expect(row.suspended_until - row.suspended_at).toBe(72 * 3600)
    await admin.call(changeStatus, { user_id: id, status: 'normal' })
    expect(await findOne(id)).toMatchObject({ status: 'normal', suspended_until: 0 })
    expect(await site.as(token).call(currentUser, {})).toMatchObject({ status: 'normal' })
    expect(await actionsOn(id)).toEqual(['unsuspend', 'suspend'])
  })

  it('suspends with all content, comments too', async () => {
    const { id, token } = await aUser(site.ctx)
    const client = site.as(token)
    const other = await aQuestion(site.as((await aUser(site.ctx)).token))
    const question = await aQuestion(client)
    const { comment_id } = await client.call(addComment, {
      object_id: other.id,
      original_text: 'Buy this',
    })
    await admin.call(changeStatus, { user_id: id, status: 'suspended', remove_all_content: true })
    const visitor = site.as()
    await expect
      .poll(
        async () =>
          (await rejectionOfOrNull(visitor.call(getQuestion, { id: question.id })))?.status,
      )
      .toBe(404)
    await expect
      .poll(
        async () => (await rejectionOfOrNull(visitor.call(getComment, { id: comment_id })))?.status,
      )
      .toBe(404)
  })

  it('deactivates: the user has to confirm the email again, and no status confirms it', async () => {
    const { id, email, token } = await aUser(site.ctx, { password: pass })
    await admin.call(changeStatus, { user_id: id, status: 'inactive' })
    await expectError(site.as(token).call(addComment, aComment), 'auth.inactive')
    await expectError(
      admin.call(changeStatus, { user_id: id, status: 'normal' }),
      'user.not_confirmed',
    )
    await admin.call(changeStatus, { user_id: id, status: 'suspended' })
    await admin.call(changeStatus, { user_id: id, status: 'normal' })
    expect((await rowOf(id)).activatedAt).toBeNull()
    expect((await findOne(id)).status).toBe('inactive')
    const since = new Date()
    await admin.call(activateByLink, { user_id: id })
    await site.as().call(activate, { code: await waitForCode(email, since) })
    expect((await findOne(id)).status).toBe('normal')
  })

  it('deletes for good', async () => {
    const { id, token } = await aUser(site.ctx, { name: 'Otto Leaving' })
    const question = await aQuestion(site.as(token))
    await admin.call(changeStatus, { user_id: id, status: 'deleted', remove_all_content: true })
    expect(await site.as(token).call(currentUser, {})).toBeNull()
    await expectError(site.as().call(getQuestion, { id: question.id }), 'question.not_found')
    const row = await findOne(id)
    expect(row).toMatchObject({ status: 'deleted', e_mail: '', username: '' })
    expect(row.deleted_at).toBeGreaterThan(0)
    for (const status of ['normal', 'inactive', 'suspended', 'deleted'] as const)
      await expectError(admin.call(changeStatus, { user_id: id, status }), 'user.deleted')
    await expectError(admin.call(changeRole, { user_id: id, role_id: 3 }), 'user.deleted')
    await expectError(admin.call(setPassword, { user_id: id }), 'user.deleted')
  })

  it('says that the user is deleted when two admins delete them at once', async () => {
    const second = site.as((await aUser(site.ctx, { role: 'admin' })).token)
    for (let round = 0; round < 3; round++) {
      const { id: user_id } = await aUser(site.ctx)
      const results = await Promise.allSettled(
        [admin, second].map((client) => client.call(changeStatus, { user_id, status: 'deleted' })),
      )
      const [failed, ...others] = results.filter(({ status }) => status === 'rejected')
      expect(others).toEqual([])
      expect(failed).toMatchObject({ reason: { message: '409 error.user.deleted' } })
    }
  })

  it.each(['deleted', 'inactive', 'suspended'] as const)(
    'leaves an admin when two make each other %s at once',
    async (status) => {
      const other = await aSite()
      await other.db.update(users).set({ roleId: roles.user })
      const [one, two] = [
        await aUser(other.ctx, { role: 'admin' }),
        await aUser(other.ctx, { role: 'admin' }),
      ]
      await Promise.allSettled([
        other.as(one.token).call(changeStatus, { user_id: two.id, status }),
        other.as(two.token).call(changeStatus, { user_id: one.id, status }),
      ])
      const rows = await other.db.select().from(users).where(eq(users.roleId, roles.admin))
      expect(
        rows.filter((row) => row.status === 'normal' && row.activatedAt !== null),
      ).toHaveLength(1)
      await other.close()
    },
  )
})

const aComment = { object_id: '10010000000000001', original_text: 'Hello there' }

async function rejectionOfOrNull(call: Promise<unknown>) {
  return await rejectionOf(call).catch(() => null)
}

describe('PUT user/password', () => {
  it('emails a link by default, which changes nothing yet', async () => {
    const { id, email, token } = await aUser(site.ctx, { password: pass })
    await admin.call(setPassword, { user_id: id })
    expect(await waitForCode(email)).toMatch(/^[\w-]{43}$/)
    expect(await site.as(token).call(currentUser, {})).not.toBeNull()
    expect(await actionsOn(id)).toEqual(['send_password_link'])
  })

  it('sets a given password and ends every session', async () => {
    const { id, email, token } = await aUser(site.ctx, { password: pass })
    await admin.call(setPassword, { user_id: id, password: 'a roof of cedar' })
    expect(await site.as(token).call(currentUser, {})).toBeNull()
    const logIn = (text: string) => callFromNewIp(site, login, { e_mail: email, pass: text })
    expect((await logIn(pass)).status).toBe(400)
    expect((await logIn('a roof of cedar')).status).toBe(200)
  })

  it('rejects short and common passwords', async () => {
    const { id } = await aUser(site.ctx)
    const set = (password: string) => admin.call(setPassword, { user_id: id, password })
    await expectError(set('short'), 'base.request_format_error')
    await expectError(set('password123'), 'account.password_common')
  })
})

describe('PUT user/profile', () => {
  it('changes names, and a new email has to be confirmed', async () => {
    const { id, email, token } = await aUser(site.ctx, { name: 'Ida Kern' })
    const newEmail = `moved-${email}`
    const since = new Date()
    await admin.call(editAccount, {
      user_id: id,
      display_name: 'Ida Stern',
      username: 'ida-stern',
      email: newEmail,
    })
    expect(await findOne(id)).toMatchObject({
      display_name: 'Ida Stern',
      username: 'ida-stern',
      e_mail: newEmail,
      email_state: 'unconfirmed',
    })
    await expectError(site.as(token).call(addComment, aComment), 'auth.inactive')
    await site.as().call(activate, { code: await waitForCode(newEmail, since) })
    expect((await findOne(id)).email_state).toBe('confirmed')
    const { list } = await admin.call(listStaffLog, { username: 'ida-stern' })
    expect(list[0]).toMatchObject({ action: 'edit_account', after: { username: 'ida-stern' } })
    expect(JSON.stringify(list)).not.toContain(email)
  })

  it('changes only the case of an email without a new confirmation', async () => {
    const { id, name, email, token } = await aUser(site.ctx)
    const { username } = await rowOf(id)
    const cased = email.replace('example.org', 'Example.org')
    await admin.call(editAccount, { user_id: id, display_name: name, username, email: cased })
    expect(await findOne(id)).toMatchObject({ e_mail: cased, email_state: 'confirmed' })
    expect(await site.as(token).call(currentUser, {})).toMatchObject({ status: 'normal' })
  })

  it('keeps the rules of names and the uniqueness of emails', async () => {
    const [one, two] = [
      await aUser(site.ctx, { name: 'Ulla One' }),
      await aUser(site.ctx, { name: 'Ulla Two' }),
    ]
    const own = {
      user_id: two.id,
      display_name: 'Ulla Two',
      username: 'ulla-two',
      email: two.email,
    }
    const edit = (changes: object) => admin.call(editAccount, { ...own, ...changes })
    await expectError(edit({ username: 'ulla-one' }), 'user.username_taken')
    await expectError(edit({ username: 'settings' }), 'user.username_invalid')
    await expectError(edit({ display_name: 'Admin' }), 'user.name_reserved')
    await expectError(edit({ email: one.email.toUpperCase() }), 'account.email_taken')
    await edit({})
    expect(await actionsOn(two.id)).toEqual([])
    await edit({ display_name: 'Ulla Drei' })
    expect(await site.as().call(getUser, { username: 'ulla-two' })).toMatchObject({
      display_name: 'Ulla Drei',
    })
  })
})

describe('user/activation', () => {
  it('returns a link that works once and for an hour', async () => {
    const { id } = await aUser(site.ctx, { name: 'Nora Neu', isActivated: false })
    expect((await findOne(id)).username).toBe('')
    const first = await admin.call(createActivationLink, { user_id: id })
    const { activation_url: url } = await admin.call(activateByLink, { user_id: id, by: 'link' })
    const codeOf = (link: string) => new URL(link).searchParams.get('code') ?? ''
    const use = (link: string) => site.as().call(activate, { code: codeOf(link) })
    await expectError(use(first.activation_url), 'account.code_expired')
    await use(url)
    await expectError(admin.call(activateByLink, { user_id: id }), 'user.confirmed')
    expect(await actionsOn(id)).toEqual(['create_activation_link', 'create_activation_link'])
    expect(JSON.stringify(await admin.call(listStaffLog, {}))).not.toContain(codeOf(url))
  })

  it('expires after an hour', async () => {
    const other = await aSite()
    const client = other.as((await aUser(other.ctx, { role: 'admin' })).token)
    const { id } = await aUser(other.ctx, { isActivated: false })
    const { activation_url: url } = await client.call(createActivationLink, { user_id: id })
    other.advance(61 * 60_000)
    const code = new URL(url).searchParams.get('code') ?? ''
    await expectError(other.as().call(activate, { code }), 'account.code_expired')
    await other.close()
  })
})

describe('roles and the user center', () => {
  it('lists three roles and says that there is no agent', async () => {
    const list = await admin.call(listRoles, {})
    expect(list.map(({ id, name }) => [id, name])).toEqual([
      [1, 'User'],
      [2, 'Admin'],
      [3, 'Moderator'],
    ])
    expect((await admin.call(getUserCenterAgent, {})).enabled).toBe(false)
  })
})
