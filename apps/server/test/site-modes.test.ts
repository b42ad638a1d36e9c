// Walks every call in every mode of the site, and reads pages in each.
import { roles } from '@stoa/contract/access'
import type { Endpoint } from '@stoa/contract/endpoint'
import { endpoints } from '@stoa/contract/endpoints'
import { login, logout } from '@stoa/contract/features/accounts'
import { changeGeneralSettings, changeSiteMode } from '@stoa/contract/features/site-settings'
import { type SiteMode, siteModes, siteModeSettings } from '@stoa/contract/settings/site-mode'
import { livePath } from '@stoa/contract/features/live'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aQuestion } from '../src/features/content/questions/questions.factory.ts'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { unsubscribeUrl } from '../src/features/people/auth/unsubscribe.actions.ts'
import { users } from '../src/schema/users.ts'
import { openEventStream } from './event-stream.ts'
import { aPageProcess, type PageProcess } from './pages.ts'
import { aSite, expectError, rejectionOf, type TestSite } from './site.ts'

type Kind = 'visitor' | 'member' | 'moderator' | 'admin'

let site: TestSite
let pages: PageProcess
const tokens: Record<Kind, string | undefined> = {
  visitor: undefined,
  member: undefined,
  moderator: undefined,
  admin: undefined,
}
let path: string

beforeAll(async () => {
  site = await aSite()
  for (const role of ['moderator', 'admin'] as const)
    tokens[role] = (await aUser(site.ctx, { role })).token
  tokens.member = (await aUser(site.ctx)).token
  const { id, url_title } = await aQuestion(site.as(tokens.member))
  path = `/questions/${id}/${url_title}`
  pages = await aPageProcess(site.ctx.config, site.ctx.clock)
})
afterAll(async () => {
  await pages.close()
  await site.close()
})
afterEach(() => setMode('normal'))

const password = 'a porch of cedar'
const as = (kind: Kind) => site.as(tokens[kind])

/** Waits for the other process too. */
async function setMode(mode: SiteMode, message = '', until = '') {
  await as('admin').call(changeSiteMode, { mode, message, until })
  await expect
    .poll(() => pages.ctx.settings.get(siteModeSettings))
    .toEqual({ mode, message, until })
}

/** Writes that work in every mode. A new one needs a reason. */
const alwaysAllowed = [
  'accounts.login',
  'accounts.logout',
  'accounts.logoutByLink',
  'connectors.finishConnector',
  'connectors.loginWithConnector',
  'connectors.startConnector',
  'recovery.unsubscribe',
  'second-factor.loginWithCode',
  'second-factor.loginWithPasskey',
  'second-factor.passkeyLoginOptions',
  'site-settings.changeSiteMode',
  'site-settings.resetSettings',
  'site-settings.restoreSettings',
]

const calls = Object.entries(endpoints).flatMap(([feature, list]) =>
  Object.entries<Endpoint>(list).map(
    ([name, endpoint]) => [`${feature}.${name}`, endpoint] as const,
  ),
)

/** Whether the mode rejects the call, as the decision record says. */
function isClosed(mode: SiteMode, kind: Kind, name: string, endpoint: Endpoint) {
  if (endpoint.access === 'install' || alwaysAllowed.includes(name)) return false
  const isWrite = endpoint.changesState
  if (mode === 'read_only') return isWrite
  if (mode === 'staff_only_writes') return isWrite && (kind === 'visitor' || kind === 'member')
  return mode === 'maintenance' && kind !== 'admin' && (isWrite || endpoint.access !== 'open')
}

describe('every call', () => {
  it('is allowed in every mode only if it is in the list', () => {
    const allowed = calls.filter(([, { allowsReadOnly }]) => allowsReadOnly).map(([name]) => name)
    expect(allowed.toSorted()).toEqual(alwaysAllowed)
  })

  const rows = siteModes
    .filter((mode) => mode !== 'normal')
    .flatMap((mode) =>
      (['visitor', 'member', 'moderator', 'admin'] as const).map((kind) => [mode, kind] as const),
    )
  it.each(rows)('in the mode %s is closed to a %s, or not', async (mode, kind) => {
    await setMode(mode)
    const token = tokens[kind]
    const closed = calls.filter(([name, endpoint]) => isClosed(mode, kind, name, endpoint))
    for (const [name, { method, path: url }] of closed) {
      const headers = {
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      }
      const response = await site.app.inject({ method, url, headers })
      const { reason } = response.json<{ reason: string }>()
      expect([name, response.statusCode, reason]).toEqual([name, 503, `error.site.${mode}`])
      expect(response.headers['retry-after']).toBe('300')
    }
    expect(closed.length > 0).toBe(!isOpenTo(mode, kind))
  })
})

const isOpenTo = (mode: SiteMode, kind: Kind) =>
  (mode === 'maintenance' && kind === 'admin') ||
  (mode === 'staff_only_writes' && (kind === 'moderator' || kind === 'admin'))

describe('a read-only site', () => {
  it('rejects writes, lets an admin log in and out, and opens again', async () => {
    const admin = await aUser(site.ctx, { role: 'admin', password })
    await setMode('read_only')
    await expectError(aQuestion(as('member')), 'site.read_only')
    await expectError(as('admin').call(changeGeneralSettings, { name: 'X' }), 'site.read_only')
    const credentials = { e_mail: admin.email, pass: password }
    const { access_token, role_id } = await site.as().call(login, credentials)
    expect(role_id).toBe(roles.admin)
    await site.as(access_token).call(changeSiteMode, { mode: 'normal' })
    await aQuestion(as('member'))
    await site.as(access_token).call(logout, {})
  })

  it('keeps serving pages from the cache, with the message', async () => {
    for (let i = 0; i < 3; i++) await pages.read(path)
    await setMode('read_only', 'We move to <b>new</b> servers.')
    expect((await pages.read(path)).body).toContain('We move to &lt;b&gt;new&lt;/b&gt; servers.')
    await pages.read(path)
    expect(await pages.read(path)).toMatchObject({ status: 200, cache: 'hit' })
    await setMode('normal')
    expect((await pages.read(path)).body).not.toContain('servers.')
  })
})

describe('one-click unsubscribe', () => {
  it.each(siteModes)(
    'works in the mode %s, because mail programs do not try again',
    async (mode) => {
      const { id } = await aUser(site.ctx)
      const isOn = async () => {
        const [user] = await site.db.select().from(users).where(eq(users.id, id))
        return user?.mailsInbox
      }
      const url = new URL(await unsubscribeUrl(site.ctx, id, 'inbox'))
      await setMode(mode)
      expect(await isOn()).toBe(true)
      const response = await fetch(`${pages.url}${url.pathname}${url.search}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
      expect(response.status).toBe(200)
      expect(await isOn()).toBe(false)
    },
  )
})

describe('a site that only staff write to', () => {
  it('accepts questions of moderators', async () => {
    await setMode('staff_only_writes')
    await aQuestion(as('moderator'))
    await expectError(aQuestion(as('member')), 'site.staff_only_writes')
  })
})

describe('maintenance', () => {
  it('ends streams except those of admins, and lets nobody else open one', async () => {
    const streams = {
      member: await openEventStream(site, tokens.member ?? ''),
      moderator: await openEventStream(site, tokens.moderator ?? ''),
      admin: await openEventStream(site, tokens.admin ?? ''),
    }
    await setMode('maintenance')
    await expect.poll(streams.member.isOpen).toBe(false)
    await expect.poll(streams.moderator.isOpen).toBe(false)
    expect(streams.admin.isOpen()).toBe(true)
    const open = (token = '') =>
      fetch(`${site.app.listeningOrigin}${livePath}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    const response = await open(tokens.member)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '300'])
    const other = await openEventStream(site, tokens.admin ?? '')
    await Promise.all([other.close(), streams.admin.close()])
  })

  it('closes pages and feeds with 503 and says until when, but not the health checks', async () => {
    for (let i = 0; i < 3; i++) await pages.read(path)
    const until = new Date(site.ctx.clock.now().getTime() + 7_200_000).toISOString().slice(0, 16)
    await setMode('maintenance', 'Back after lunch.', `${until}Z`)
    for (const url of [path, '/', '/tags']) {
      const page = await pages.read(url)
      expect([url, page.status]).toEqual([url, 503])
      expect(page.body).toContain('Back after lunch.')
      expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(300)
    }
    expect((await pages.read('/feed.atom')).status).toBe(503)
    expect((await pages.read('/users/login')).status).toBe(200)
    expect((await pages.read('/healthz')).status).toBe(200)
    await setMode('normal')
    expect((await pages.read(path)).status).toBe(200)
  })

  it('lets admins go on, and nobody else', async () => {
    await setMode('maintenance')
    await aQuestion(as('admin'))
    const { data } = await rejectionOf(aQuestion(as('member')))
    expect(data).toEqual({ retry_after: 300, err_type: 'alert' })
    const cookie = (kind: Kind) => ({ cookie: `sid=${tokens[kind] ?? ''}` })
    expect((await pages.read(path, cookie('member'))).status).toBe(503)
    expect((await pages.read(path, cookie('admin'))).status).toBe(200)
  })
})
