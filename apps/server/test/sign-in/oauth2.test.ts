import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../site.ts'
import { client } from './hostile-provider.ts'
import { aLoginPlugin, rejectionMessage } from './login-plugin.ts'
import { aRealProvider } from './openid-provider.ts'
import { readParameters } from './provider-browser.ts'

const failed = /^Login with Example failed\./

let site: TestSite
let provider: Awaited<ReturnType<typeof aRealProvider>>
let plugin: Awaited<ReturnType<typeof aLoginPlugin>>
let settings: Record<string, string | boolean>

beforeAll(async () => {
  site = await aSite()
  plugin = await aLoginPlugin(site, 'oauth2')
  provider = await aRealProvider([plugin.callbackUrl])
  settings = {
    label: 'Example',
    authorize_url: `${provider.issuer}/auth`,
    token_url: `${provider.issuer}/token`,
    user_url: `${provider.issuer}/me`,
    client_id: client.id,
    client_secret: client.secret,
    secret_in: 'header',
    scopes: 'openid email profile',
    id_path: 'sub',
    username_path: 'preferred_username',
  }
  await plugin.configure(settings)
})
afterAll(async () => {
  await site.close()
  await provider.close()
})

describe('login with OAuth 2 at oidc-provider', () => {
  it('returns the user of the user info', async () => {
    const started = await plugin.start()
    const parameters = readParameters(await provider.logIn(started.url, 'ada'))
    expect(await plugin.finish(started, parameters)).toEqual({
      id: `${new URL(provider.issuer).host}#ada`,
      displayName: 'Ada Lovelace',
      username: 'ada',
      email: 'ada@example.org',
      isEmailVerified: true,
      role: null,
    })
    expect(await rejectionMessage(plugin.finish(started, parameters))).toMatch(failed)
  })

  it('rejects a code of another login (PKCE)', async () => {
    const [own, stolen] = [await plugin.start(), await plugin.start()]
    const parameters = readParameters(await provider.logIn(stolen.url, 'ada'))
    expect(await rejectionMessage(plugin.finish(own, parameters))).toMatch(failed)
    await expect
      .poll(() => plugin.readLog())
      .toContainEqual(expect.stringContaining('invalid_grant'))
  })

  it('is rejected by a provider that requires PKCE when it is switched off', async () => {
    await plugin.configure({ ...settings, pkce: false })
    const { url } = await plugin.start()
    expect(new URL(url).searchParams.has('code_challenge')).toBe(false)
    const response = await fetch(url, { redirect: 'manual' })
    expect(response.headers.get('location')).toContain('error=invalid_request')
    await plugin.configure({ ...settings, pkce: true })
  })

  it('says kindly that the user declined', async () => {
    const started = await plugin.start()
    const parameters = readParameters(await provider.decline(started.url))
    expect(await rejectionMessage(plugin.finish(started, parameters))).toMatch(
      /^You did not log in with Example\./,
    )
  })
})
