import { roles } from '@stoa/contract/access'
import { currentUser } from '@stoa/contract/features/accounts'
import { listLinkedConnectors, unlinkConnector } from '@stoa/contract/features/connectors'
import { loginSettings } from '@stoa/contract/settings/people'
import { generalSettings } from '@stoa/contract/settings/site'
import { count } from 'drizzle-orm'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aUser } from '../src/features/people/auth/accounts.factory.ts'
import { changeSettings } from '../src/kernel/settings.ts'
import { transact } from '../src/kernel/transact.ts'
import { users } from '../src/schema/users.ts'
import { client } from './sign-in/hostile-provider.ts'
import { aLoginPlugin } from './sign-in/login-plugin.ts'
import { aRealProvider } from './sign-in/openid-provider.ts'
import { aBrowser } from './sign-in/provider-browser.ts'
import { aSite, type TestSite } from './site.ts'

const slug = 'openid-connect'
const path = `/answer/api/v1/connector`

let site: TestSite
let origin: string
let provider: Awaited<ReturnType<typeof aRealProvider>>
let plugin: Awaited<ReturnType<typeof aLoginPlugin>>
let settings: Record<string, string>

type Browser = ReturnType<typeof aBrowser>

/** The site and the provider are reached over sockets. */
beforeAll(async () => {
  site = await aSite()
  await site.app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`
  await transact(site.ctx, (tx) => changeSettings(tx, generalSettings, { site_url: origin }))
  plugin = await aLoginPlugin(site, slug)
  provider = await aRealProvider([`${origin}${path}/redirect/${slug}`])
  const { id: client_id, secret: client_secret } = client
  settings = { label: 'Example', issuer: provider.issuer, client_id, client_secret }
  await plugin.configure(settings)
})
afterAll(async () => {
  await site.close()
  await provider.close()
})

/** Up to the URL with which the provider sends the browser back. */
async function goToProvider(browser: Browser, name: string, query = '') {
  const { url } = await browser.open(`${origin}${path}/login/${slug}${query}`)
  expect(url).toMatch(new RegExp(`^${provider.issuer}`))
  return await provider.logIn(url, name, browser)
}

async function logIn(browser: Browser, name: string, query = '') {
  const { url } = await browser.open(await goToProvider(browser, name, query))
  return url.replace(origin, '')
}

const tokenOf = (browser: Browser) => browser.cookiesOf(origin).get('sid')
const userOf = (browser: Browser) => site.as(tokenOf(browser)).call(currentUser, {})

async function countUsers() {
  const [row] = await site.db.select({ count: count() }).from(users)
  return row?.count ?? 0
}

describe('a login with an OpenID Connect provider', () => {
  it('creates an account, which later logins use', async () => {
    const [first, second] = [aBrowser(), aBrowser()]
    const before = await countUsers()
    expect(await logIn(first, 'ada', '?redirect=%2Ftags')).toBe(
      '/users/auth-landing?outcome=signed_in&redirect=%2Ftags',
    )
    const user = await userOf(first)
    expect(user).toMatchObject({
      display_name: 'Ada Lovelace',
      e_mail: 'ada@example.org',
      mail_status: 1,
    })
    await logIn(second, 'ada')
    expect((await userOf(second))?.id).toBe(user?.id)
    expect(await countUsers()).toBe(before + 1)
  })

  it('asks for the email if the provider does not vouch for it', async () => {
    const browser = aBrowser()
    expect(await logIn(browser, 'bob')).toMatch(/^\/users\/confirm-email/)
    expect(tokenOf(browser)).toBeUndefined()
  })

  it('is rejected with an email of another domain', async () => {
    const change = (allow_email_domains: string[]) =>
      transact(site.ctx, (tx) => changeSettings(tx, loginSettings, { allow_email_domains }))
    await change(['example.org'])
    const browser = aBrowser()
    expect(await logIn(browser, 'eve')).toMatch(/error=account\.domain_refused/)
    expect(tokenOf(browser)).toBeUndefined()
    await change([])
  })

  it('is rejected with another state, in another browser and a second time', async () => {
    const [browser, other] = [aBrowser(), aBrowser()]
    const back = await goToProvider(browser, 'ada')
    const changed = new URL(back)
    changed.searchParams.set('state', 'another-state')
    for (const [who, url] of [
      [browser, changed.href],
      [other, back],
    ] as const) {
      expect((await who.open(url)).url).toMatch(/error=connector\.expired/)
      expect(tokenOf(who)).toBeUndefined()
    }
    const fresh = await goToProvider(browser, 'ada')
    expect((await browser.open(fresh)).url).toMatch(/outcome=signed_in/)
    expect((await browser.open(fresh)).url).toMatch(/error=connector\.expired/)
  })

  it('is rejected when the response is of another provider (mix-up)', async () => {
    const browser = aBrowser()
    const back = new URL(await goToProvider(browser, 'ada'))
    expect(back.searchParams.get('iss')).toBe(provider.issuer)
    back.searchParams.set('iss', 'https://other.example')
    expect((await browser.open(back.href)).url).toMatch(/error=connector\.rejected/)
    expect(tokenOf(browser)).toBeUndefined()
  })

  it('returns with a kind message after the user declined', async () => {
    const browser = aBrowser()
    const { url } = await browser.open(`${origin}${path}/login/${slug}`)
    const { url: landing } = await browser.open(await provider.decline(url, browser))
    expect(landing).toMatch(/error=connector\.rejected/)
    const cookie = browser.cookiesOf(origin).get('landing') ?? ''
    expect(Buffer.from(cookie, 'base64url').toString()).toContain(
      'You did not log in with Example.',
    )
  })

  it('sets the role by groups at each login', async () => {
    const browser = aBrowser()
    await plugin.configure({ ...settings, moderator_groups: 'staff' })
    await logIn(browser, 'ada')
    expect((await userOf(browser))?.role_id).toBe(roles.moderator)
    await plugin.configure({ ...settings, moderator_groups: 'nobody' })
    await logIn(browser, 'ada')
    expect((await userOf(browser))?.role_id).toBe(roles.user)
    await plugin.configure({ ...settings, moderator_groups: '' })
  })
})

describe('linking with an OpenID Connect provider', () => {
  it('adds the provider to an account, until it is removed', async () => {
    const browser = aBrowser()
    const lea = await aUser(site.ctx, { name: 'Lea', password: 'another way in' })
    browser.cookiesOf(origin).set('sid', lea.token)
    await browser.open(`${origin}/healthz`)
    const query = '?intent=link&redirect=%2Fusers%2Fsettings%2Faccount'
    expect(await logIn(browser, 'eve', query)).toMatch(/^\/users\/settings\/account/)
    const [linked] = await site.as(lea.token).call(listLinkedConnectors, {})
    const external_id = `${new URL(provider.issuer).host}#eve`
    expect(linked).toMatchObject({ slug_name: slug, name: 'Example', binding: true, external_id })

    const other = aBrowser()
    await logIn(other, 'eve')
    expect((await userOf(other))?.id).toBe(lea.id)

    await site.as(lea.token).call(unlinkConnector, { external_id, plugin_slug_name: slug })
    const third = aBrowser()
    await logIn(third, 'eve')
    expect(await userOf(third)).toMatchObject({ e_mail: 'eve@elsewhere.example' })
    expect((await userOf(third))?.id).not.toBe(lea.id)
  })
})
