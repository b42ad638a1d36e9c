import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aSite, type TestSite } from '../site.ts'
import { aHostileProvider, client } from './hostile-provider.ts'
import { aLoginPlugin, rejectionMessage } from './login-plugin.ts'
import { attacks } from './openid-attacks.ts'

const failed = /^Login with Staff login failed\. Please try again\./

let site: TestSite
let provider: Awaited<ReturnType<typeof aHostileProvider>>
let plugin: Awaited<ReturnType<typeof aLoginPlugin>>
const expectedReasons: { name: string; reason: RegExp }[] = []

beforeAll(async () => {
  provider = await aHostileProvider()
  site = await aSite()
  plugin = await aLoginPlugin(site, 'openid-connect')
  await configure()
})
afterEach(() => provider.tell({}))
afterAll(async () => {
  await site.close()
  await provider.close()
})

function configure(issuer = provider.issuer) {
  const { id: client_id, secret: client_secret } = client
  return plugin.configure({ label: 'Staff login', issuer, client_id, client_secret })
}

async function logIn() {
  const started = await plugin.start()
  return await plugin.finish(started, provider.authorize(started.url))
}

async function expectRejected(work: Promise<unknown>, name: string, reason: RegExp) {
  expect(await rejectionMessage(work)).toMatch(failed)
  expectedReasons.push({ name, reason })
}

describe('a login with the hostile provider', () => {
  it('succeeds while it is honest', async () => {
    expect(await logIn()).toMatchObject({
      id: `${new URL(provider.issuer).host}#7`,
      displayName: 'Ada',
      role: null,
    })
  })

  it.each(attacks)('is rejected: $name', async ({ name, lie, reason }) => {
    provider.tell(lie)
    // Metadata is read again with changed settings only.
    if (lie.metadata !== undefined) await configure(`${provider.issuer}/`)
    await expectRejected(logIn(), name, reason)
    provider.tell({})
    if (lie.metadata !== undefined) await configure()
  })

  it('is rejected: code injection into the login of another browser (PKCE)', async () => {
    const [victim, attacker] = [await plugin.start(), await plugin.start()]
    const { code = '' } = provider.authorize(victim.url)
    const response = { ...provider.authorize(attacker.url), code }
    await expectRejected(plugin.finish(attacker, response), 'code injection', /invalid_grant/)
  })

  it('is rejected: code injection at a provider that ignores the verifier (nonce)', async () => {
    provider.tell({ ignoresVerifier: true })
    const [victim, attacker] = [await plugin.start(), await plugin.start()]
    const { code = '' } = provider.authorize(victim.url)
    const response = { ...provider.authorize(attacker.url), code }
    await expectRejected(plugin.finish(attacker, response), 'code injection', /"nonce" claim/)
  })

  it('is rejected: a changed verifier, and a changed nonce', async () => {
    const started = await plugin.start()
    const memory = started.memory as Record<string, string>
    const finishWith = (changed: Record<string, string>) =>
      plugin.finish(
        { ...started, memory: { ...memory, ...changed } },
        provider.authorize(started.url),
      )
    const verifier = 'another-verifier'.repeat(3)
    await expectRejected(finishWith({ verifier }), 'verifier', /invalid_grant/)
    await expectRejected(finishWith({ nonce: 'another' }), 'nonce', /"nonce" claim/)
  })

  it('is rejected: mix-up by another issuer in the settings since it began', async () => {
    const other = await aHostileProvider()
    const started = await plugin.start()
    await configure(other.issuer)
    const finished = plugin.finish(started, provider.authorize(started.url))
    await expectRejected(finished, 'changed issuer', /issuer was changed/)
    expect(other.requests.filter((url) => url === '/token')).toEqual([])
    await configure()
    await other.close()
  })

  it('is rejected when the provider cannot be reached', async () => {
    const other = await aHostileProvider()
    await configure(other.issuer)
    const started = await plugin.start()
    await other.close()
    await expectRejected(
      plugin.finish(started, other.authorize(started.url)),
      'down',
      /request failed/,
    )
    await configure()
  })

  it('always begins with a challenge by SHA-256, a nonce and a verifier of its own (PKCE downgrade)', async () => {
    provider.tell({ metadata: { code_challenge_methods_supported: ['plain'] } })
    await configure(`${provider.issuer}/`)
    const [first, second] = [await plugin.start(), await plugin.start()]
    const sent = [first, second].map(({ url }) => new URL(url).searchParams)
    for (const name of ['code_challenge', 'nonce', 'state'])
      expect(new Set(sent.map((parameters) => parameters.get(name))).size).toBe(2)
    expect(sent.map((parameters) => parameters.get('code_challenge_method'))).toEqual([
      'S256',
      'S256',
    ])
    expect(first.url).not.toContain((first.memory as { verifier: string }).verifier)
    provider.tell({})
    await configure()
  })

  it('says kindly that the user declined', async () => {
    const { state, ...rest } = await plugin.start()
    const parameters = { error: 'access_denied', state, iss: provider.issuer }
    const message = await rejectionMessage(plugin.finish({ state, ...rest }, parameters))
    expect(message).toBe(
      'You did not log in with Staff login. You can try again or log in another way.',
    )
  })

  it('succeeds after the provider rotated its keys, and downloads them once', async () => {
    const countDownloads = () => provider.requests.filter((url) => url === '/keys').length
    await logIn()
    const before = countDownloads()
    await logIn()
    expect(countDownloads()).toBe(before)
    await provider.rotateKeys()
    await logIn()
    await logIn()
    expect(countDownloads()).toBe(before + 1)
  })

  it('leaves the reason of each rejection in the log, without tokens, and stays enabled', async () => {
    await expect.poll(() => plugin.readLog()).toHaveLength(expectedReasons.length)
    const log = await plugin.readLog()
    for (const [at, { name, reason }] of expectedReasons.entries())
      expect(log[at], name).toMatch(reason)
    expect(log.join('\n')).not.toMatch(/eyJ|access-token|a secret of the client|t0ken/)
    expect(site.ctx.plugins.find('openid-connect')?.isEnabled).toBe(true)
    expect(site.ctx.plugins.use('openid-connect').failures).toBe(0)
  })
})
