import { runPluginAction } from '@stoa/contract/features/plugins'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aUser } from '../../src/features/people/auth/accounts.factory.ts'
import { aSite, rejectionOf, type TestSite } from '../site.ts'
import { client } from './hostile-provider.ts'
import { aLoginPlugin, rejectionMessage } from './login-plugin.ts'
import { aRealProvider } from './openid-provider.ts'
import { readParameters } from './provider-browser.ts'

const slug = 'openid-connect'
const failed = /^Login with Example failed\./

let site: TestSite
let provider: Awaited<ReturnType<typeof aRealProvider>>
let plugin: Awaited<ReturnType<typeof aLoginPlugin>>
let settings: Record<string, string>

beforeAll(async () => {
  site = await aSite()
  plugin = await aLoginPlugin(site, slug)
  provider = await aRealProvider([plugin.callbackUrl])
  settings = {
    label: 'Example',
    issuer: `${provider.issuer}/.well-known/openid-configuration`,
    client_id: client.id,
    client_secret: client.secret,
  }
  await plugin.configure(settings)
})
afterAll(async () => {
  await site.close()
  await provider.close()
})

async function logIn(name: 'ada' | 'bob' | 'eve') {
  const started = await plugin.start()
  return await plugin.finish(started, readParameters(await provider.logIn(started.url, name)))
}

async function runTest() {
  const { token } = await aUser(site.ctx, { role: 'admin' })
  return await site.as(token).call(runPluginAction, { plugin_slug_name: slug, action: 'test' })
}

describe('login with oidc-provider', () => {
  it('returns the user with what the provider vouches for', async () => {
    expect(await logIn('ada')).toEqual({
      id: `${new URL(provider.issuer).host}#ada`,
      displayName: 'Ada Lovelace',
      username: 'ada',
      email: 'ada@example.org',
      isEmailVerified: true,
      role: null,
    })
    expect(await logIn('bob')).toMatchObject({
      displayName: 'Bob Builder',
      email: 'bob@example.org',
      isEmailVerified: false,
    })
  })

  it('sets roles by groups', async () => {
    await plugin.configure({
      ...settings,
      admin_groups: 'operators',
      moderator_groups: ' staff\nhelp',
    })
    expect((await logIn('ada')).role).toBe('moderator')
    expect((await logIn('eve')).role).toBe('admin')
    expect((await logIn('bob')).role).toBe('user')
    await plugin.configure({ ...settings, admin_groups: '', moderator_groups: '' })
  })

  it('works with a public client', async () => {
    await plugin.configure({ ...settings, client_id: 'public', client_secret: '' })
    expect((await logIn('ada')).username).toBe('ada')
    await plugin.configure(settings)
  })

  it('says kindly that the user declined', async () => {
    const started = await plugin.start()
    const parameters = readParameters(await provider.decline(started.url))
    expect(parameters['error']).toBe('access_denied')
    expect(await rejectionMessage(plugin.finish(started, parameters))).toBe(
      'You did not log in with Example. You can try again or log in another way.',
    )
  })

  it('rejects a code that was used before', async () => {
    const started = await plugin.start()
    const parameters = readParameters(await provider.logIn(started.url, 'ada'))
    await plugin.finish(started, parameters)
    expect(await rejectionMessage(plugin.finish(started, parameters))).toMatch(failed)
  })

  it('rejects a code of another login', async () => {
    const [own, stolen] = [await plugin.start(), await plugin.start()]
    const parameters = readParameters(await provider.logIn(stolen.url, 'ada'))
    const injected = { ...parameters, state: own.state }
    expect(await rejectionMessage(plugin.finish(own, injected))).toMatch(failed)
  })
})

describe('settings', () => {
  const messageOf = async (changed: Record<string, string>) =>
    JSON.stringify((await rejectionOf(plugin.configure({ ...settings, ...changed }))).data)

  it.each([
    [
      'a URL without a provider',
      { issuer: 'http://127.0.0.1:9/none' },
      'No OpenID Connect provider',
    ],
    ['a URL with parameters', { issuer: 'https://login.example.com/?a=b' }, 'without parameters'],
  ])('rejects %s', async (_case, changed, message) => {
    expect(await messageOf(changed)).toContain(message)
  })

  it('names the issuer that a provider has, if another one was entered', async () => {
    const issuer = provider.issuer.replace('127.0.0.1', 'localhost')
    expect(await messageOf({ issuer })).toContain(`The provider calls itself ${provider.issuer}.`)
  })

  it('are tested with the provider, and so is the secret', async () => {
    expect(await runTest()).toMatchObject({
      message: 'The provider was found, and it accepts the client.',
    })
    await plugin.configure({ ...settings, client_secret: 'wrong' })
    const { msg } = await rejectionOf(runTest())
    expect(msg).toBe('The provider was found, but it rejects the client ID or the secret.')
    await plugin.configure(settings)
  })
})
