// Interoperability with Keycloak. `pnpm servers keycloak` starts it and runs this file.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  callKeycloak,
  openIdClient,
  realm,
  users,
} from '../../../../scripts/servers/keycloak-realm.ts'
import { aSite, type TestSite } from '../site.ts'
import { aLoginPlugin, rejectionMessage } from './login-plugin.ts'
import { aBrowser, readParameters } from './provider-browser.ts'

const url = process.env['STOA_TEST_KEYCLOAK_URL'] ?? ''

describe.skipIf(url === '')('login with Keycloak by OpenID Connect', () => {
  let site: TestSite
  let plugin: Awaited<ReturnType<typeof aLoginPlugin>>
  const settings = {
    label: 'Keycloak',
    issuer: `${url}/realms/${realm}`,
    client_id: openIdClient.id,
    client_secret: openIdClient.secret,
  }

  beforeAll(async () => {
    site = await aSite()
    plugin = await aLoginPlugin(site, 'openid-connect')
    await plugin.configure(settings)
  })
  afterAll(() => site.close())

  async function authorize(
    start: string,
    { username, password }: { username: string; password: string },
  ) {
    const browser = aBrowser()
    const form = await browser.open(start)
    return readParameters((await browser.submit(form, { username, password })).url)
  }

  async function logIn(user: keyof typeof users) {
    const started = await plugin.start()
    return await plugin.finish(started, await authorize(started.url, users[user]))
  }

  it('returns users with what Keycloak vouches for', async () => {
    expect(await logIn('ada')).toMatchObject({
      id: expect.stringMatching(
        new RegExp(`^${new URL(url).host}/realms/${realm}#[0-9a-f-]{36}$`),
      ) as string,
      displayName: 'Ada Example',
      username: 'ada',
      email: 'ada@example.org',
      isEmailVerified: true,
      role: null,
    })
    expect(await logIn('bob')).toMatchObject({ email: 'bob@example.org', isEmailVerified: false })
  })

  it('sets roles by groups', async () => {
    await plugin.configure({ ...settings, moderator_groups: 'staff' })
    expect((await logIn('ada')).role).toBe('moderator')
    expect((await logIn('bob')).role).toBe('user')
    await plugin.configure({ ...settings, moderator_groups: '' })
  })

  it('rejects a code that was used before, and one of another login', async () => {
    const [own, stolen] = [await plugin.start(), await plugin.start()]
    const parameters = await authorize(stolen.url, users.ada)
    const injected = { ...parameters, state: own.state }
    expect(await rejectionMessage(plugin.finish(own, injected))).toMatch(/^Login with Keycloak/)
    const again = await authorize(stolen.url, users.ada)
    await plugin.finish(stolen, again)
    expect(await rejectionMessage(plugin.finish(stolen, again))).toMatch(/^Login with Keycloak/)
    await expect.poll(() => plugin.readLog()).toHaveLength(2)
    for (const line of await plugin.readLog()) expect(line).toContain('invalid_grant')
  })

  it('continues after Keycloak rotated its keys', async () => {
    const before = await logIn('ada')
    await callKeycloak(url, {
      method: 'POST',
      path: `/${realm}/components`,
      body: {
        name: 'rotated',
        providerId: 'rsa-generated',
        providerType: 'org.keycloak.keys.KeyProvider',
        config: { priority: ['1000'] },
      },
    })
    expect(await logIn('ada')).toEqual(before)
  })

  it('explains an issuer that is not quite right', async () => {
    await expect(plugin.configure({ ...settings, issuer: `${url}/realms/none` })).rejects.toThrow()
    const documented = `${settings.issuer}/.well-known/openid-configuration`
    await plugin.configure({ ...settings, issuer: documented })
    expect((await logIn('ada')).username).toBe('ada')
  })
})
