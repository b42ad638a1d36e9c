import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type AccountClaims } from 'oidc-provider'
import { vi } from 'vitest'
import { client } from './hostile-provider.ts'
import { aBrowser } from './provider-browser.ts'

const accounts: Record<string, Omit<AccountClaims, 'sub'>> = {
  ada: {
    name: 'Ada Lovelace',
    preferred_username: 'ada',
    email: 'ada@example.org',
    email_verified: true,
    groups: ['staff', 'mathematicians'],
  },
  bob: {
    given_name: 'Bob',
    family_name: 'Builder',
    email: 'bob@example.org',
    email_verified: false,
  },
  eve: { name: 'Eve', email: 'eve@elsewhere.example', email_verified: true, groups: 'operators' },
}

/** A certified implementation of OpenID Connect, on the loopback interface. */
export async function aRealProvider(redirectUris: string[]) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // It warns that it is configured for a test.
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const provider = new Provider(issuer, {
    clients: [
      { client_id: client.id, client_secret: client.secret, redirect_uris: redirectUris },
      {
        client_id: 'public',
        token_endpoint_auth_method: 'none',
        redirect_uris: redirectUris,
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username', 'groups'],
    },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => Promise.resolve({ sub, ...accounts[sub] }),
    }),
    pkce: { required: () => true },
    cookies: { keys: ['a key of the test'] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  })
  warn.mockRestore()
  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))
  return {
    issuer,
    /** Logs in and agrees. Returns the URL to which the browser is sent back. */
    async logIn(url: string, name: string, browser = aBrowser()): Promise<string> {
      let page = await browser.open(url)
      // A browser that was here before is asked for less.
      while (page.html !== '') page = await browser.submit(page, { login: name, password: 'any' })
      return page.url
    },
    /** Leaves the login form by its link. */
    async decline(url: string, browser = aBrowser()): Promise<string> {
      const form = await browser.open(url)
      return (await browser.open(`${form.url}/abort`)).url
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
