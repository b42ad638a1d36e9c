import type { Endpoint } from '@stoa/contract/endpoint'
import { currentUser } from '@stoa/contract/features/accounts'
import {
  finishConnector,
  listConnectors,
  listLinkedConnectors,
  startConnector,
} from '@stoa/contract/features/connectors'
import { confirmTotp, loginWithCode, startTotp } from '@stoa/contract/features/second-factor'
import { loginSettings } from '@stoa/contract/settings/people'
import { siteModeSettings } from '@stoa/contract/settings/site-mode'
import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  aConnector,
  anExternalUser,
  fromAnywhere,
  signInAt,
  startAt,
  toFinish,
} from '../../../../test/connectors.ts'
import { servicePorts } from '../../../../test/databases.ts'
import { aSite, expectError, type TestSite } from '../../../../test/site.ts'
import { hashPassword } from '../../../kernel/passwords.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { sessions } from '../../../schema/accounts.ts'
import { connectorFlows, externalAccounts } from '../../../schema/connectors.ts'
import { pluginLog } from '../../../schema/plugins.ts'
import { signIns } from '../../../schema/sign-ins.ts'
import { staffLog } from '../../../schema/staff-log.ts'
import { users } from '../../../schema/users.ts'
import { codeAt, stepAt } from '../auth/second-factor/totp.ts'
import { deleteOldFlows } from './flows.actions.ts'

let site: TestSite
beforeAll(async () => {
  const env = { STOA_SMTP_URL: servicePorts().smtp.url, STOA_SECRET_KEY: 'k'.repeat(43) }
  site = await aSite({ works: true, env })
  await aConnector(site, { slug: 'hub', label: 'Hub' })
  await aConnector(site, { slug: 'other', label: 'Other' })
  await aConnector(site, { slug: 'boss', setsRoles: true })
  await aConnector(site, { slug: 'directory', type: 'form' })
})
afterAll(() => site.close())

const set = (changes: Parameters<typeof changeSettings<typeof loginSettings>>[2]) =>
  transact(site.ctx, (tx) => changeSettings(tx, loginSettings, changes))
afterEach(() =>
  set({ allow_new_registrations: true, allow_email_registrations: true, allow_email_domains: [] }),
)

const change = (id: string, changes: Partial<typeof users.$inferInsert>) =>
  site.db.update(users).set(changes).where(eq(users.id, id))
const countAccounts = (email: string) => site.db.$count(users, eq(users.email, email))
const lastSignIn = async (userId: string) => {
  const rows = await site.db.select().from(signIns).where(eq(signIns.userId, userId))
  return rows.at(-1)
}
const sessionOf = async (result: Awaited<ReturnType<typeof signInAt>>) => {
  if (result.session === null) throw new Error(`no session: ${result.outcome}`)
  return result.session
}

describe('a first login', () => {
  it('creates an active account, which later logins find', async () => {
    const user = anExternalUser({ displayName: 'Grace Hopper' })
    const first = await sessionOf(await signInAt(site, 'hub', user))
    expect(first).toMatchObject({
      display_name: 'Grace Hopper',
      username: 'grace-hopper',
      e_mail: user.email,
      mail_status: 1,
      have_password: false,
    })
    const again = await sessionOf(await signInAt(site, 'hub', { ...user, email: 'x@example.org' }))
    expect(again.id).toBe(first.id)
    expect((await site.as(again.access_token).call(currentUser, {}))?.id).toBe(first.id)
    expect(await lastSignIn(first.id)).toMatchObject({ method: 'connector', outcome: 'ok' })
    const [session] = await site.db.select().from(sessions).where(eq(sessions.userId, first.id))
    expect(session?.authMethod).toBe('connector')
  })

  it('gets a name that is allowed, and none that looks official', async () => {
    const official = await signInAt(site, 'hub', anExternalUser({ displayName: 'Site Admin' }))
    expect(official.session?.display_name).toMatch(/^grace-/)
  })

  it('is rejected while registration is closed, and only then', async () => {
    await set({ allow_email_registrations: false })
    const known = anExternalUser()
    expect(await signInAt(site, 'hub', known)).toMatchObject({ outcome: 'signed_in' })
    await set({ allow_new_registrations: false })
    await expectError(signInAt(site, 'hub', anExternalUser()), 'account.registration_closed')
    expect(await signInAt(site, 'hub', known)).toMatchObject({ outcome: 'signed_in' })
  })

  it('needs an email of an allowed domain', async () => {
    await set({ allow_email_domains: ['example.org'] })
    const evil = anExternalUser({ email: 'ada@evil-example.org' })
    await expectError(signInAt(site, 'hub', evil), 'account.domain_refused')
    expect(await signInAt(site, 'hub', anExternalUser())).toMatchObject({ outcome: 'signed_in' })
  })

  it('creates one account when it is sent twice at once', async () => {
    const user = anExternalUser()
    const started = await Promise.all([1, 2, 3].map(() => startAt(site, 'hub')))
    const results = await Promise.all(
      started.map((one) => fromAnywhere(site).call(finishConnector, toFinish('hub', user, one))),
    )
    expect(new Set(results.map(({ session }) => session?.id)).size).toBe(1)
    expect(await countAccounts(user.email)).toBe(1)
  })

  it('creates two accounts for the same id at two services', async () => {
    const one = anExternalUser()
    const other = { ...one, email: `o${one.email}` }
    const first = await signInAt(site, 'hub', one)
    const second = await signInAt(site, 'other', other)
    expect(second.session?.id).not.toBe(first.session?.id)
  })

  it('creates nothing while the site is read-only', async () => {
    const known = anExternalUser()
    await signInAt(site, 'hub', known)
    const setMode = (mode: 'read_only' | 'normal') =>
      transact(site.ctx, (tx) => changeSettings(tx, siteModeSettings, { mode }))
    await setMode('read_only')
    try {
      await expectError(signInAt(site, 'hub', anExternalUser()), 'site.read_only')
      expect(await signInAt(site, 'hub', known)).toMatchObject({ outcome: 'signed_in' })
    } finally {
      await setMode('normal')
    }
  })
})

describe('the state', () => {
  const finish = (input: ReturnType<typeof toFinish>, token?: string) =>
    fromAnywhere(site, token).call(finishConnector, input)

  it('works once, also when it is sent twenty times at once', async () => {
    const user = anExternalUser()
    const input = toFinish('hub', user, await startAt(site, 'hub'))
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => finish(input)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [row] = await site.db.select().from(users).where(eq(users.email, user.email))
    expect(await site.db.$count(sessions, eq(sessions.userId, row?.id ?? ''))).toBe(1)
    await expectError(finish(input), 'connector.expired')
  })

  it('belongs to the browser that started the login', async () => {
    const [own, foreign] = [await startAt(site, 'hub'), await startAt(site, 'hub')]
    const mixed = { flow: own.flow, state: foreign.state }
    await expectError(finish(toFinish('hub', anExternalUser(), mixed)), 'connector.expired')
    // The login of the other browser goes on.
    await finish(toFinish('hub', anExternalUser(), foreign))
  })

  it('belongs to the service', async () => {
    const started = await startAt(site, 'hub')
    const wrong = finish(toFinish('other', anExternalUser(), started))
    await expectError(wrong, 'connector.expired')
    await finish(toFinish('hub', anExternalUser(), started))
  })

  it('is stored as a hash, and what the plugin remembers is encrypted', async () => {
    const { flow, state } = await startAt(site, 'hub')
    const rows = JSON.stringify(await site.db.select().from(connectorFlows))
    expect(rows).not.toContain(flow)
    expect(rows).not.toContain(state)
    expect(rows).not.toContain('remembered')
    expect(rows).toContain('stoa1:')
  })

  it('is used up by a login that is rejected or fails', async () => {
    const started = await startAt(site, 'hub')
    const denied = await expectError(finish(toFinish('hub', 'deny', started)), 'connector.rejected')
    expect(denied.msg).toBe('Only employees can log in.')
    await expectError(finish(toFinish('hub', anExternalUser(), started)), 'connector.expired')
    const failed = await expectError(signInAt(site, 'hub', 'fail'), 'connector.failed')
    expect(JSON.stringify(failed)).not.toContain('secret detail')
    const wrong = signInAt(site, 'hub', JSON.stringify({ id: 'no other field' }))
    await expectError(wrong, 'connector.failed')
    const logged = () => site.db.$count(pluginLog, eq(pluginLog.slug, 'hub'))
    await expect.poll(logged).toBeGreaterThan(0)
  })

  it('expires after ten minutes', async () => {
    const late = await aSite()
    try {
      await aConnector(late, { slug: 'hub' })
      const started = await startAt(late, 'hub')
      late.advance(10 * 60_000 + 1000)
      const input = toFinish('hub', anExternalUser(), started)
      await expectError(late.as().call(finishConnector, input), 'connector.expired')
      await deleteOldFlows(late.ctx)
      expect(await late.db.$count(connectorFlows)).toBe(0)
    } finally {
      await late.close()
    }
  })

  it('is for services that redirect, of enabled plugins', async () => {
    const start = (plugin_slug_name: string) =>
      fromAnywhere(site).call(startConnector, { plugin_slug_name })
    await expectError(start('nobody'), 'connector.not_found')
    await expectError(start('directory'), 'connector.not_found')
  })
})

describe('an account that is', () => {
  it('suspended is logged in as with a password', async () => {
    const user = anExternalUser()
    const { id } = await sessionOf(await signInAt(site, 'hub', user))
    await change(id, { status: 'suspended' })
    const session = await sessionOf(await signInAt(site, 'hub', user))
    expect(session.status).toBe('suspended')
    expect(await lastSignIn(id)).toMatchObject({ method: 'connector', outcome: 'suspended' })
  })

  it('inactive is activated if the service has verified its email', async () => {
    const user = anExternalUser()
    const { id } = await sessionOf(await signInAt(site, 'hub', user))
    await change(id, { activatedAt: null })
    const unverified = { ...user, isEmailVerified: false }
    expect((await signInAt(site, 'hub', unverified)).session?.mail_status).toBe(2)
    const moved = { ...user, email: `moved-${user.email}` }
    expect((await signInAt(site, 'hub', moved)).session?.mail_status).toBe(2)
    const same = { ...user, email: user.email.toUpperCase() }
    expect((await signInAt(site, 'hub', same)).session?.mail_status).toBe(1)
  })

  it('protected by a second factor needs the code', async () => {
    const user = anExternalUser()
    const { id, access_token } = await sessionOf(await signInAt(site, 'hub', user))
    const pass = 'columns in the evening sun'
    await change(id, { passwordHash: await hashPassword(pass) })
    const { secret } = await site.as(access_token).call(startTotp, { pass })
    const codeNow = () => codeAt(secret, stepAt(site.ctx.clock.now()))
    await site.as(access_token).call(confirmTotp, { code: codeNow() })
    site.advance(30_000)
    const before = await site.db.$count(sessions, eq(sessions.userId, id))
    const asked = await signInAt(site, 'hub', user)
    expect(asked).toMatchObject({ outcome: 'code_required', session: null })
    expect(await site.db.$count(sessions, eq(sessions.userId, id))).toBe(before)
    const done = await site.as().call(loginWithCode, { token: asked.token, code: codeNow() })
    expect(done.id).toBe(id)
  })
})

describe('the role', () => {
  it('is set by plugins with the permission, and recorded', async () => {
    const user = anExternalUser({ role: 'moderator' })
    const first = await sessionOf(await signInAt(site, 'boss', user))
    expect(first.role_id).toBe(3)
    const same = await sessionOf(await signInAt(site, 'boss', user))
    expect((await site.as(first.access_token).call(currentUser, {}))?.id).toBe(first.id)
    const left = await sessionOf(await signInAt(site, 'boss', { ...user, role: null }))
    expect(left.role_id).toBe(3)
    const demoted = await sessionOf(await signInAt(site, 'boss', { ...user, role: 'user' }))
    expect(demoted.role_id).toBe(1)
    // Sessions have the role of their login.
    expect(await site.as(same.access_token).call(currentUser, {})).toBe(null)
    const isOfUser = and(eq(staffLog.userId, first.id), eq(staffLog.action, 'change_role'))
    const entries = await site.db.select().from(staffLog).where(isOfUser)
    expect(entries.map(({ actorId, before, after }) => ({ actorId, before, after }))).toEqual([
      { actorId: '0', before: { role: 'user' }, after: { role: 'moderator', plugin: 'boss' } },
      { actorId: '0', before: { role: 'moderator' }, after: { role: 'user', plugin: 'boss' } },
    ])
  })

  it('of the last admin stays', async () => {
    const admin = anExternalUser({ role: 'admin' })
    const { id } = await sessionOf(await signInAt(site, 'boss', admin))
    const others = await site.db.select().from(users).where(eq(users.roleId, 2))
    for (const other of others) if (other.id !== id) await change(other.id, { roleId: 1 })
    const left = await sessionOf(await signInAt(site, 'boss', { ...admin, role: 'user' }))
    expect(left.role_id).toBe(2)
    for (const other of others) await change(other.id, { roleId: 2 })
  })

  it('is not set by other plugins', async () => {
    const first = await signInAt(site, 'hub', anExternalUser({ role: 'admin' }))
    expect(first.session?.role_id).toBe(1)
  })
})

describe('GET /connector/info', () => {
  it('lists enabled connectors without a statement', async () => {
    await aConnector(site, {
      slug: 'labeled',
      connector: { labelSetting: 'service_name', icon: 'logo.svg' },
      manifest: {
        assets: ['logo.svg'],
        settings: [
          { name: 'service_name', type: 'input', title: 'Name', default: 'Acme login' },
          { name: 'secret', type: 'input', title: 'Secret', secret: true },
        ],
      },
    })
    const response = await site.app.inject({ url: listConnectors.path })
    expect(response.headers['x-sql-count']).toBe('0')
    const list = await site.as().call(listConnectors, {})
    const url = 'http://localhost:3000'
    expect(list.find(({ slug_name }) => slug_name === 'labeled')).toEqual({
      slug_name: 'labeled',
      name: 'Acme login',
      icon: expect.stringMatching(/^\/_plugins\/labeled\/[0-9a-f]{16}\/logo\.svg$/) as string,
      link: `${url}/answer/api/v1/connector/login/labeled`,
      type: 'redirect',
    })
    expect(list.find(({ slug_name }) => slug_name === 'directory')).toMatchObject({
      icon: '',
      link: `${url}/users/login?connector=directory`,
      type: 'form',
    })
  })
})

it('records when an account at a service was last used', async () => {
  const user = anExternalUser()
  await signInAt(site, 'hub', user)
  const [row] = await site.db
    .select()
    .from(externalAccounts)
    .where(eq(externalAccounts.externalId, user.id))
  expect(row).toMatchObject({ slug: 'hub', name: user.username })
  expect(row?.lastUsedAt).not.toBe(null)
})

describe('number of SQL statements', () => {
  const count = async (endpoint: Endpoint, payload: object, token?: string) => {
    const isGet = endpoint.method === 'GET'
    const response = await site.app.inject({
      method: endpoint.method,
      url: endpoint.path,
      remoteAddress: '10.77.0.1',
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(isGet ? {} : { payload }),
    })
    expect(response.statusCode).toBe(200)
    return Number(response.headers['x-sql-count'])
  }

  it('is small, and the same for every login', async () => {
    const [user, other] = [anExternalUser(), anExternalUser()]
    const { session } = await signInAt(site, 'hub', user)
    await signInAt(site, 'hub', other)
    const finish = async (one: typeof user) =>
      count(finishConnector, toFinish('hub', one, await startAt(site, 'hub')))
    const known = await finish(user)
    expect(await finish(other)).toBe(known)
    expect({
      start: await count(startConnector, { plugin_slug_name: 'hub' }),
      'known user': known,
      'new user': await finish(anExternalUser()),
      'email needed': await finish(anExternalUser({ email: '' })),
      links: await count(listLinkedConnectors, {}, session?.access_token),
      list: await count(listConnectors, {}),
    }).toEqual({
      start: 3,
      'known user': 12,
      'new user': 20,
      'email needed': 6,
      links: 2,
      list: 0,
    })
  })
})
