import type { Client } from '@stoa/contract/client'
import { currentUser } from '@stoa/contract/features/accounts'
import {
  createApiKey,
  listApiKeys,
  renameApiKey,
  revokeApiKey,
} from '@stoa/contract/features/api-keys'
import { voteUp } from '@stoa/contract/features/votes'
import { livePath } from '@stoa/contract/features/live'
import { changeRole, changeStatus, listAccounts, setPassword } from '@stoa/contract/features/people'
import { exportMyData } from '@stoa/contract/features/profile-settings'
import { askQuestion, getQuestion, listQuestions } from '@stoa/contract/features/questions'
import { changePassword } from '@stoa/contract/features/recovery'
import { listStaffLog } from '@stoa/contract/features/staff-log'
import type { KeyScope } from '@stoa/contract/key-scopes'
import { limits } from '@stoa/contract/limits'
import { loginSettings } from '@stoa/contract/settings/people'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { servicePorts } from '../../../../test/databases.ts'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { waitForMail } from '../../../../../../scripts/services/inbox.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { apiKeys } from '../../../schema/api-keys.ts'
import { users } from '../../../schema/users.ts'
import { aQuestion } from '../../content/questions/questions.factory.ts'
import { aUser } from '../../people/auth/accounts.factory.ts'
import { deleteOldKeys } from '../../people/api-keys/api-keys.actions.ts'

const dayMs = 86_400_000
const day = dayMs / 1000

let site: TestSite
let root: Client
beforeAll(async () => {
  site = await aSite({ works: true, env: { STOA_SMTP_URL: servicePorts().smtp.url } })
  root = site.as((await aUser(site.ctx, { name: 'Rosa', role: 'admin' })).token)
})
afterAll(() => site.close())

async function anAdmin(options: Parameters<typeof aUser>[1] = {}) {
  const user = await aUser(site.ctx, { role: 'admin', ...options })
  const client = site.as(user.token)
  const aKey = async (scope: KeyScope = 'read', input: object = {}) =>
    await client.call(createApiKey, { description: 'Oven monitor', scope, ...input })
  return { ...user, client, aKey }
}

const unixIn = (seconds: number) => Math.floor(site.ctx.clock.now().getTime() / 1000) + seconds
const rowOf = async (id: string) => {
  const [row] = await site.db.select().from(apiKeys).where(eq(apiKeys.id, id))
  return row
}
const listed = async (id: string) => {
  const { list } = await root.call(listApiKeys, { page_size: 100 })
  return list.find((key) => key.id === id)
}
const question = () => ({
  title: `How hot is oven ${Math.random()}?`,
  content: 'Words.',
  tags: [{ slug_name: 'bread' }],
})

type Headers = Record<string, string>
const get = (url: string, headers: Headers) => site.app.inject({ method: 'GET', url, headers })
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

describe('API keys', () => {
  it('act as their owner and are shown once', async () => {
    const ada = await anAdmin({ name: 'Ada Keys' })
    const { id, access_key: key } = await ada.aKey('write')
    expect(key).toMatch(/^stoa_key_\d+_[0-9a-f]{64}$/)
    expect((await site.as(key).call(currentUser, {}))?.id).toBe(ada.id)
    const asked = await site.as(key).call(askQuestion, question())
    expect((await site.as().call(getQuestion, { id: asked.id })).user_info?.id).toBe(ada.id)

    const secret = key.split('_').at(-1)!
    expect(JSON.stringify(await rowOf(id))).not.toContain(secret)
    expect(JSON.stringify(await root.call(listApiKeys, {}))).not.toContain(secret)
    expect(await listed(id)).toMatchObject({
      access_key: `stoa_key_${id}_********`,
      description: 'Oven monitor',
      scope: 'write',
      state: 'active',
      owner: { id: ada.id },
      expires_at: null,
    })
  })

  it('have no staff rights without the scope for it', async () => {
    const { id } = await aQuestion(site.as((await aUser(site.ctx)).token))
    const ada = await anAdmin()
    const { access_key: write } = await ada.aKey('write')
    const { access_key: admin } = await ada.aKey('admin')
    const voteReason = async (key: string) => {
      const response = await site.app.inject({
        method: 'POST',
        url: voteUp.path,
        headers: bearer(key),
        payload: { object_id: id, is_cancel: false },
      })
      return response.json<{ reason: string }>().reason
    }
    expect(await voteReason(write)).toBe('error.rank.too_low')
    expect(await voteReason(admin)).toBe('base.success')
    expect((await site.as(admin).call(listAccounts, {})).count).toBeGreaterThan(0)
    await expectError(site.as(write).call(listAccounts, {}), 'api_key.needs_admin')
  })

  it('cannot manage keys', async () => {
    const { access_key: key } = await (await anAdmin()).aKey('admin')
    const create = site.as(key).call(createApiKey, { description: 'Another', scope: 'admin' })
    await expectError(create, 'api_key.session_only')
    await expectError(site.as(key).call(exportMyData, {}), 'api_key.session_only')
  })

  it('keep what the session proved: a second factor', async () => {
    const [plain, proven] = [await anAdmin(), await anAdmin({ authMethod: 'totp' })]
    const one = await plain.aKey('admin')
    const other = await proven.aKey('admin')
    const require = (isRequired: boolean) =>
      transact(site.ctx, (tx) =>
        changeSettings(tx, loginSettings, { require_second_factor_for_staff: isRequired }),
      )
    await require(true)
    await expectError(site.as(one.access_key).call(listAccounts, {}), 'second_factor.missing')
    await site.as(other.access_key).call(listAccounts, {})
    await require(false)
  })

  it('are rejected with a reason, also where visitors may read', async () => {
    const ada = await anAdmin()
    const { id, access_key: key } = await ada.aKey('read', { expires_at: unixIn(day) })
    const read = (text: string) => site.as(text).call(listQuestions, {})
    await read(key)
    for (const wrong of [
      'stoa_key_',
      key.slice(0, -1),
      `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
      key.replace(`_${id}_`, '_999999_'),
    ])
      await expectError(read(wrong), 'api_key.invalid')
    const { statusCode } = await get(listQuestions.path, bearer('stoa_key_1_2'))
    expect(statusCode).toBe(401)
    await ada.client.call(revokeApiKey, { id })
    await expectError(read(key), 'api_key.revoked')
    expect((await listed(id))?.state).toBe('revoked')
  })

  it('expire', async () => {
    const { id, access_key: key } = await (await anAdmin()).aKey('read', { expires_at: unixIn(60) })
    await site.db
      .update(apiKeys)
      .set({ createdAt: new Date(0), expiresAt: new Date(1000) })
      .where(eq(apiKeys.id, id))
    await expectError(site.as(key).call(listQuestions, {}), 'api_key.expired')
    expect((await listed(id))?.state).toBe('expired')
  })

  it('are accepted in the header only, which overrules cookies', async () => {
    const ada = await anAdmin()
    const ben = await aUser(site.ctx)
    const { access_key: key } = await ada.aKey('write')
    const userId = async (url: string, headers: Headers) =>
      (await get(url, headers)).json<{ data: { id: string } | null }>().data?.id
    const info = currentUser.path
    expect(await userId(info, bearer(key))).toBe(ada.id)
    expect(await userId(info, { cookie: `sid=${key}` })).toBeUndefined()
    expect(await userId(`${info}?access_key=${key}&key=${key}&Authorization=${key}`, {})).toBe(
      undefined,
    )
    expect(await userId(info, { ...bearer(key), cookie: `sid=${ben.token}` })).toBe(ada.id)
    expect(await userId(info, bearer(ben.token))).toBe(ben.id)
    const invalid = await get(info, { ...bearer(`${key}0`), cookie: `sid=${ben.token}` })
    expect(invalid.statusCode).toBe(401)
  })

  it('open no event streams', async () => {
    const { access_key: key } = await (await anAdmin()).aKey('admin')
    expect((await get(livePath, bearer(key))).json()).toMatchObject({
      reason: 'error.api_key.session_only',
    })
  })

  it('need no CSRF check', async () => {
    const { access_key: key } = await (await anAdmin()).aKey('write')
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://example.org' }
    const ask = (more: Headers) =>
      site.app.inject({
        method: 'POST',
        url: askQuestion.path,
        headers: { ...headers, ...more },
        payload: question(),
      })
    expect((await ask(bearer(key))).statusCode).toBe(200)
    expect((await ask({ cookie: `sid=${key}` })).json()).toMatchObject({
      reason: 'base.cross_site',
    })
  })

  it('are looked up with one statement, and their use is recorded once a minute', async () => {
    const { id, access_key: key } = await (await anAdmin()).aKey('read')
    const { token } = await aUser(site.ctx)
    const count = async (credential: string) =>
      Number((await get(currentUser.path, bearer(credential))).headers['x-sql-count'])
    await count(key)
    await expect.poll(async () => (await rowOf(id))?.lastUsedAt).not.toBeNull()
    const first = await rowOf(id)
    expect(first?.lastNetwork).toBe('127.0.0.1')
    expect([await count(key), await count(token)]).toEqual([1, 1])
    expect((await rowOf(id))?.lastUsedAt).toEqual(first?.lastUsedAt)
    await site.db
      .update(apiKeys)
      .set({ lastUsedAt: new Date(first!.lastUsedAt!.getTime() - 61_000) })
      .where(eq(apiKeys.id, id))
    expect(await count(key)).toBe(2)
    await expect
      .poll(async () => (await rowOf(id))?.lastUsedAt?.getTime())
      .toBeGreaterThanOrEqual(first!.lastUsedAt!.getTime())
  })
})

describe('what happens to the owner', () => {
  type Admin = Awaited<ReturnType<typeof anAdmin>>
  const changes: Record<string, (admin: Admin) => Promise<unknown>> = {
    'a change of role': ({ id }) => root.call(changeRole, { user_id: id, role_id: 3 }),
    suspension: ({ id }) =>
      root.call(changeStatus, { user_id: id, status: 'suspended', reason: 'Away.' }),
    deactivation: ({ id }) => root.call(changeStatus, { user_id: id, status: 'inactive' }),
    'a new password from an admin': ({ id }) =>
      root.call(setPassword, { user_id: id, password: 'a roof of cedar' }),
    'a new password': ({ client }) =>
      client.call(changePassword, { old_pass: 'columns of marble', pass: 'a roof of cedar' }),
  }

  it.each(Object.entries(changes))('%s revokes the keys', async (_name, change) => {
    const ada = await anAdmin({ password: 'columns of marble' })
    const { id, access_key: key } = await ada.aKey('read')
    const other = await (await anAdmin()).aKey('read')
    await site.as(key).call(listQuestions, {})
    await change(ada)
    await expectError(site.as(key).call(listQuestions, {}), 'api_key.revoked')
    expect((await rowOf(id))?.revokedAt).not.toBeNull()
    expect((await rowOf(other.id))?.revokedAt).toBeNull()
  })

  it('deleting the account deletes them', async () => {
    const ada = await anAdmin()
    const { id, access_key: key } = await ada.aKey('read')
    await root.call(changeStatus, { user_id: ada.id, status: 'deleted', reason: 'Asked.' })
    expect(await rowOf(id)).toBeUndefined()
    await expectError(site.as(key).call(listQuestions, {}), 'api_key.invalid')
  })

  it('a key that outlived a lost role has none of its rights', async () => {
    const ada = await anAdmin()
    const { access_key: key } = await ada.aKey('admin')
    await site.db.update(users).set({ roleId: 1 }).where(eq(users.id, ada.id))
    await expectError(site.as(key).call(listAccounts, {}), 'auth.forbidden')
  })
})

describe('managing API keys', () => {
  it('rejects an expiry in the past and too many keys', async () => {
    const ada = await anAdmin()
    await expectError(ada.aKey('read', { expires_at: unixIn(-60) }), 'api_key.expiry')
    const { id } = await ada.aKey('read')
    await site.db.execute(sql`insert into ${apiKeys}
      (secret_hash, user_id, scope, description, has_used_second_factor, created_at)
      select 'none', ${ada.id}, 'read', 'Key', false, now()
      from generate_series(2, ${limits.apiKeys.perUser})`)
    await expectError(ada.aKey('read'), 'api_key.too_many')
    await ada.client.call(revokeApiKey, { id })
    await ada.aKey('read')
  })

  it('renames and revokes keys of other admins and records it', async () => {
    const ada = await anAdmin()
    const { id } = await ada.aKey('read')
    await root.call(renameApiKey, { id, description: 'Bread monitor' })
    expect((await listed(id))?.description).toBe('Bread monitor')
    await root.call(revokeApiKey, { id })
    await root.call(revokeApiKey, { id })
    const { list } = await root.call(listStaffLog, { page_size: 100 })
    const entries = list.filter(({ before, after }) => before['key'] === id || after['key'] === id)
    expect(entries.map(({ action, user_info: user }) => [action, user?.id])).toEqual([
      ['revoke_api_key', ada.id],
      ['rename_api_key', ada.id],
      ['create_api_key', ada.id],
    ])
    const unknown = { id: '999999' }
    await expectError(root.call(revokeApiKey, unknown), 'object.not_found')
    const rename = root.call(renameApiKey, { ...unknown, description: 'None' })
    await expectError(rename, 'object.not_found')
  })

  it('tells the owner by email', async () => {
    const ada = await anAdmin()
    const { access_key: key } = await ada.aKey('admin', { description: 'Nightly backup' })
    const mail = await waitForMail({ to: ada.email })
    expect(mail.text).toContain('Nightly backup')
    expect(mail.text).not.toContain(key)
  })

  it('exports the keys of a user without secrets', async () => {
    const ada = await anAdmin()
    await ada.aKey('read')
    const data = await ada.client.call(exportMyData, {})
    expect(data['api_keys']).toEqual([expect.objectContaining({ description: 'Oven monitor' })])
    expect(JSON.stringify(data['api_keys'])).not.toContain('hash')
  })

  it('deletes keys 30 days after their end', async () => {
    const ada = await anAdmin()
    const now = site.ctx.clock.now().getTime()
    const keys = []
    for (const [field, days] of [
      ['expiresAt', 29],
      ['expiresAt', 31],
      ['revokedAt', 29],
      ['revokedAt', 31],
    ] as const) {
      const { id } = await ada.aKey('read')
      const end = { createdAt: new Date(0), [field]: new Date(now - days * dayMs) }
      await site.db.update(apiKeys).set(end).where(eq(apiKeys.id, id))
      keys.push(id)
    }
    const { id: active } = await ada.aKey('read')
    await transact(site.ctx, deleteOldKeys)
    const left = []
    for (const id of [...keys, active]) left.push((await rowOf(id)) !== undefined)
    expect(left).toEqual([true, false, true, false, true])
  })
})
