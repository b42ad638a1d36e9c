import type { PluginValues } from '@stoa/contract/plugin-fields'
import { Rejection } from '@stoa/plugin-kit/server'
import { createTestKit } from '@stoa/plugin-kit/testing'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import manifest from '../plugin.json' with { type: 'json' }
import plugin from './server.ts'

const issuer = 'https://accounts.google.com'
const callback = { callbackUrl: 'https://stoa.example/back', state: 'a-state' }
let keys: Awaited<ReturnType<typeof generateKeyPair>>
beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true })
})

/** Google, with these claims in its ID token. */
async function logIn(claims: Record<string, unknown>, settings: PluginValues = {}) {
  let nonce = ''
  const kit = createTestKit({
    manifest,
    settings: { client_id: 'id', client_secret: 'secret', ...settings },
    respond: async ({ url }) => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(await bodyOf(url, { nonce, ...claims })),
    }),
  })
  const { url = '', memory = null } = (await plugin.connector?.start?.(callback, kit)) ?? {}
  const sent = new URL(url).searchParams
  nonce = sent.get('nonce') ?? ''
  const parameters = { code: 'c', state: callback.state }
  const response = { ...callback, memory, method: 'GET' as const, parameters }
  return { hd: sent.get('hd'), user: await plugin.connector?.finish?.(response, kit) }
}

async function bodyOf(url: string, claims: Record<string, unknown>): Promise<object> {
  if (url.endsWith('/certs')) return { keys: [await exportJWK(keys.publicKey)] }
  if (url.endsWith('/userinfo')) return { sub: '7' }
  if (url.endsWith('/token')) {
    const id_token = await new SignJWT({ sub: '7', ...claims })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(issuer)
      .setAudience('id')
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(keys.privateKey)
    return { access_token: 'a', token_type: 'Bearer', id_token }
  }
  return {
    issuer,
    authorization_endpoint: `${issuer}/o/oauth2/v2/auth`,
    token_endpoint: 'https://oauth2.googleapis.com/token',
    userinfo_endpoint: 'https://openidconnect.googleapis.com/v1/userinfo',
    jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
  }
}

describe('login with Google', () => {
  it.each([
    ['', {}, null],
    ['example.com', { hd: 'example.com' }, 'example.com'],
    ['Example.com\nexample.org', { hd: 'EXAMPLE.ORG' }, '*'],
  ])('allows with domains %o the claims %o', async (domains, claims, hd) => {
    const login = await logIn({ name: 'Ada', ...claims }, { domains })
    expect(login.hd).toBe(hd)
    expect(login.user).toMatchObject({
      id: 'accounts.google.com#7',
      displayName: 'Ada',
      role: null,
    })
  })

  it.each([
    ['of another domain', { hd: 'other.example' }],
    ['of no domain, although Google was asked for one', {}],
    ['whose email has the domain', { email: 'ada@example.com', email_verified: true }],
    ['with a list of domains', { hd: ['example.com'] }],
  ])('rejects an account %s', async (_case, claims) => {
    const login = logIn(claims, { domains: 'example.com' })
    await expect(login).rejects.toThrow(Rejection)
    await expect(login).rejects.toThrow('Log in with an account of example.com.')
  })

  it.each([
    [{ email: 'ada@gmail.com', email_verified: true }, true],
    [{ email: 'ada@example.com', email_verified: true, hd: 'example.com' }, true],
    [{ email: 'ada@example.com', email_verified: true }, false],
    [{ email: 'ada@gmail.com', email_verified: false }, false],
    [{ email: 'ada@gmail.com.example', email_verified: true }, false],
  ])('vouches for %o: %s', async (claims, isEmailVerified) => {
    expect((await logIn(claims)).user).toMatchObject({ isEmailVerified })
  })
})

describe('settings', () => {
  it.each([
    ['example.com\n sub.example.org ', {}],
    ['@example.com', { domains: '@example.com is not a domain, such as example.com.' }],
  ])('%s', (domains, problems) => {
    expect(plugin.checkSettings({ domains })).toEqual(problems)
  })
})
