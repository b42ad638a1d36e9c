import { currentUser } from '@stoa/contract/features/accounts'
import { generalSettings } from '@stoa/contract/settings/site'
import { siteModeSettings } from '@stoa/contract/settings/site-mode'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aConnector, anExternalUser } from '../../../../test/connectors.ts'
import { aSite, type TestSite } from '../../../../test/site.ts'
import { changeSettings } from '../../../kernel/settings.ts'
import { transact } from '../../../kernel/transact.ts'
import { connectorFlows, externalAccounts } from '../../../schema/connectors.ts'
import { totpSecrets } from '../../../schema/second-factor.ts'
import { users } from '../../../schema/users.ts'
import { aUser } from '../auth/accounts.factory.ts'

let site: TestSite
beforeAll(async () => {
  site = await aSite({ env: { STOA_SECRET_KEY: 'k'.repeat(43) } })
  await aConnector(site, { slug: 'hub', label: 'Hub' })
})
afterAll(() => site.close())

const origin = 'http://localhost:3000'
const loginPath = '/answer/api/v1/connector/login/hub'
const returnPathOf = (slug: string) => `/answer/api/v1/connector/redirect/${slug}`
const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const fromSite = { ...navigation, 'sec-fetch-site': 'same-origin' }
const fromService = { ...navigation, 'sec-fetch-site': 'cross-site' }

/** With its cookies, as a browser keeps them. */
function aBrowser(token?: string) {
  const cookies = new Map<string, string>(token === undefined ? [] : [['sid', token]])
  let sent = 0
  async function send(options: {
    url: string
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    payload?: string
    hasCookies?: boolean
  }) {
    const { hasCookies = true, headers, ...rest } = options
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await site.app.inject({
      ...rest,
      remoteAddress: `10.9.${++networks % 250}.${++sent}`,
      headers: { host: 'localhost:3000', ...headers, ...(hasCookies ? { cookie } : {}) },
    })
    for (const { name, value, maxAge } of response.cookies)
      if (maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    return response
  }
  return { cookies, send }
}
let networks = 0

type Browser = ReturnType<typeof aBrowser>

async function start(browser: Browser, query = '', headers: Record<string, string> = fromSite) {
  const response = await browser.send({ url: `${loginPath}${query}`, headers })
  expect(response.statusCode).toBe(302)
  const url = new URL(response.headers.location ?? '')
  expect(url.origin).toBe('https://service.example')
  expect(url.searchParams.get('redirect_uri')).toBe(origin + returnPathOf('hub'))
  return url.searchParams.get('state') ?? ''
}

const toQuery = (state: string, user: object | string) =>
  new URLSearchParams({
    state,
    slug: 'hub',
    user: typeof user === 'string' ? user : JSON.stringify(user),
  }).toString()

const comeBack = (browser: Browser, state: string, user: object | string) =>
  browser.send({ url: `${returnPathOf('hub')}?${toQuery(state, user)}`, headers: fromService })

const landingOf = (browser: Browser) =>
  JSON.parse(Buffer.from(browser.cookies.get('landing') ?? 'bnVsbA', 'base64url').toString()) as {
    token: string
    message: string
  } | null

describe('a login in a browser', () => {
  it('goes to the service and comes back with a session, and no secret in a URL', async () => {
    const browser = aBrowser()
    const state = await start(browser, '?redirect=%2Fquestions%3Fpage%3D2')
    const flow = browser.cookies.get('connector') ?? ''
    expect(flow).toMatch(/^[\w-]{43}$/)
    const response = await comeBack(browser, state, anExternalUser())
    expect(response.statusCode).toBe(303)
    expect(response.headers.location).toBe(
      '/users/auth-landing?outcome=signed_in&redirect=%2Fquestions%3Fpage%3D2',
    )
    expect(response.headers['cache-control']).toBe('no-store')
    expect(browser.cookies.has('connector')).toBe(false)
    expect(browser.cookies.get('device')).toMatch(/^[\w-]{43}$/)
    const token = browser.cookies.get('sid')
    expect(await site.as(token).call(currentUser, {})).not.toBe(null)
    const cookies = [response.headers['set-cookie']].flat().join('\n')
    expect(cookies).toMatch(/sid=[\w-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax/)
    const again = await comeBack(browser, state, anExternalUser())
    expect(again.headers.location).toBe('/users/auth-landing?error=connector.expired')
  })

  it('is bound to the browser, so nobody is logged in to the account of another', async () => {
    const [attacker, victim] = [aBrowser(), aBrowser()]
    const state = await start(attacker)
    const user = anExternalUser()
    const forced = await comeBack(victim, state, user)
    expect(forced.headers.location).toBe('/users/auth-landing?error=connector.expired')
    expect(victim.cookies.has('sid')).toBe(false)
    await start(victim)
    await comeBack(victim, state, user)
    expect(victim.cookies.has('sid')).toBe(false)
  })

  it('does not return to another site', async () => {
    const browser = aBrowser()
    for (const path of ['https://evil.example', '//evil.example', '/\\evil.example', 'x']) {
      const state = await start(browser, `?redirect=${encodeURIComponent(path)}`)
      const response = await comeBack(browser, state, anExternalUser())
      expect(response.headers.location).toBe('/users/auth-landing?outcome=signed_in')
    }
  })

  it('shows the message of the plugin, which is not part of the URL', async () => {
    const browser = aBrowser()
    const response = await comeBack(browser, await start(browser), 'deny')
    expect(response.headers.location).toBe('/users/auth-landing?error=connector.rejected')
    expect(landingOf(browser)).toEqual({ token: '', message: 'Only employees can log in.' })
    const failed = await comeBack(browser, await start(browser), 'fail')
    expect(failed.headers.location).toBe('/users/auth-landing?error=connector.failed')
    expect(JSON.stringify(landingOf(browser))).not.toContain('secret')
  })

  it('asks for an email, with the key in the cookie', async () => {
    const browser = aBrowser()
    const state = await start(browser, '?redirect=%2Fask')
    const flow = browser.cookies.get('connector')
    const response = await comeBack(browser, state, anExternalUser({ email: '' }))
    expect(response.headers.location).toBe('/users/confirm-email?redirect=%2Fask')
    expect(browser.cookies.get('connector')).toMatch(/^[\w-]{43}$/)
    expect(browser.cookies.get('connector')).not.toBe(flow)
    expect(browser.cookies.has('sid')).toBe(false)
  })

  it('asks for the second factor, with the token in a cookie', async () => {
    const browser = aBrowser()
    const user = anExternalUser()
    await comeBack(browser, await start(browser), user)
    const [row] = await site.db
      .select()
      .from(externalAccounts)
      .where(eq(externalAccounts.externalId, user.id))
    const at = new Date()
    const userId = row?.userId ?? ''
    await site.db
      .insert(totpSecrets)
      .values({ userId, secret: 'x', confirmedAt: at, createdAt: at })
    const other = aBrowser()
    const response = await comeBack(other, await start(other), user)
    expect(response.headers.location).toBe('/users/auth-landing?outcome=code_required')
    expect(other.cookies.has('sid')).toBe(false)
    expect(landingOf(other)?.token).toMatch(/^[\w-]{43}$/)
  })

  it('is not started by an image or a frame of another site', async () => {
    for (const headers of [
      { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' },
      { ...fromSite, 'sec-purpose': 'prefetch' },
    ]) {
      const browser = aBrowser()
      const response = await browser.send({ url: loginPath, headers })
      expect(response.headers.location).toBe('/users/auth-landing?error=auth.navigation_required')
      expect(browser.cookies.size).toBe(0)
    }
    // Browsers send no such headers on plain http.
    await start(aBrowser(), '', {})
  })

  it('says which service is not available', async () => {
    const response = await aBrowser().send({ url: '/answer/api/v1/connector/login/nobody' })
    expect(response.headers.location).toBe('/users/auth-landing?error=connector.not_found')
  })

  it('works for admins under maintenance, and on a site for members only', async () => {
    const user = anExternalUser()
    const browser = aBrowser()
    await comeBack(browser, await start(browser), user)
    await site.db.update(users).set({ roleId: 2 }).where(eq(users.email, user.email))
    const setMode = (mode: 'maintenance' | 'normal') =>
      transact(site.ctx, (tx) => changeSettings(tx, siteModeSettings, { mode }))
    await setMode('maintenance')
    try {
      const admin = aBrowser()
      const response = await comeBack(admin, await start(admin), user)
      expect(response.headers.location).toContain('outcome=signed_in')
      const stranger = aBrowser()
      const rejected = await comeBack(stranger, await start(stranger), anExternalUser())
      expect(rejected.headers.location).toContain('error=site.maintenance')
    } finally {
      await setMode('normal')
    }
  })

  it('uses cookies that are bound to the host over https', async () => {
    const set = (site_url: string) =>
      transact(site.ctx, (tx) => changeSettings(tx, generalSettings, { site_url }))
    await set('https://ask.example')
    try {
      const response = await aBrowser().send({ url: loginPath, headers: fromSite })
      expect(response.headers['set-cookie']).toMatch(
        /^__Host-connector=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
      )
    } finally {
      await set(origin)
    }
  })
})

describe('a form that the service posts', () => {
  const post = (browser: Browser, payload: string, slug = 'hub') =>
    browser.send({
      url: returnPathOf(slug),
      method: 'POST',
      // Cookies with SameSite=Lax are not sent with it.
      hasCookies: false,
      headers: {
        ...fromService,
        origin: 'https://service.example',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload,
    })

  it('is stored until the browser comes with its cookie', async () => {
    const browser = aBrowser()
    const state = await start(browser)
    const user = anExternalUser()
    const query = new URLSearchParams(toQuery(state, user))
    query.delete('state')
    query.set('RelayState', state)
    query.set('shows', 'method')
    const posted = await post(browser, query.toString())
    expect(posted.statusCode).toBe(303)
    expect(posted.headers.location).toBe(`${returnPathOf('hub')}?state=${state}`)
    expect(posted.headers['set-cookie']).toBeUndefined()
    const stored = JSON.stringify(await site.db.select().from(connectorFlows))
    expect(stored).not.toContain(user.id)
    const other = aBrowser()
    const foreign = await other.send({ url: posted.headers.location ?? '', headers: fromService })
    expect(foreign.headers.location).toContain('error=connector.expired')
    const done = await browser.send({ url: posted.headers.location ?? '', headers: fromService })
    expect(done.headers.location).toContain('outcome=signed_in')
    const [row] = await site.db
      .select()
      .from(externalAccounts)
      .where(eq(externalAccounts.externalId, user.id))
    // The plugin heard that it was a form.
    expect(row?.name).toBe('POST')
  })

  it('is stored once, for its own service, and only if somebody waits for it', async () => {
    const browser = aBrowser()
    const state = await start(browser)
    const [first, second] = [anExternalUser(), anExternalUser()]
    await post(browser, toQuery(state, first))
    await post(browser, toQuery(state, second))
    await post(aBrowser(), toQuery('x'.repeat(43), second))
    await post(aBrowser(), toQuery(state, second), 'other')
    const url = `${returnPathOf('hub')}?state=${state}`
    const done = await browser.send({ url, headers: fromService })
    expect(done.headers.location).toContain('outcome=signed_in')
    expect(await site.db.$count(users, eq(users.email, first.email))).toBe(1)
    expect(await site.db.$count(users, eq(users.email, second.email))).toBe(0)
  })

  it('is the only cross-site POST that is accepted, in one format', async () => {
    const headers = { origin: 'https://evil.example', 'content-type': 'application/json' }
    const options = { method: 'POST', headers, payload: '{}' } as const
    const json = await aBrowser().send({ ...options, url: returnPathOf('hub') })
    expect(json.statusCode).toBe(415)
    const finish = await aBrowser().send({ ...options, url: '/answer/api/v1/connector/finish' })
    expect(finish.statusCode).toBe(403)
    const large = await post(aBrowser(), `RelayState=x&user=${'x'.repeat(300_000)}`)
    expect(large.statusCode).toBe(413)
  })
})

describe('linking in a browser', () => {
  it('leads back to the page it started on', async () => {
    const ada = await aUser(site.ctx)
    const browser = aBrowser(ada.token)
    const page = '/users/settings/account?connected=hub'
    const state = await start(browser, `?intent=link&redirect=${encodeURIComponent(page)}`)
    const response = await comeBack(browser, state, anExternalUser())
    expect(response.headers.location).toBe(page)
    expect(browser.cookies.get('sid')).toBe(ada.token)
    expect(await site.db.$count(externalAccounts, eq(externalAccounts.userId, ada.id))).toBe(1)
  })

  it('is started by pages of the site only', async () => {
    const { token } = await aUser(site.ctx)
    const url = `${loginPath}?intent=link`
    const others: Record<string, string>[] = [
      fromService,
      {},
      { referer: 'https://evil.example/' },
      { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' },
    ]
    for (const headers of others) {
      const response = await aBrowser(token).send({ url, headers })
      expect(response.headers.location).toBe('/users/auth-landing?error=auth.navigation_required')
    }
    await start(aBrowser(token), '?intent=link', { referer: `${origin}/users/settings/account` })
  })

  it('needs a session', async () => {
    const response = await aBrowser().send({ url: `${loginPath}?intent=link`, headers: fromSite })
    expect(response.headers.location).toBe('/users/auth-landing?error=auth.required')
  })
})
