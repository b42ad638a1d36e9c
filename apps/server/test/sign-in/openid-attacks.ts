// Published attacks on clients of OpenID Connect: RFC 9700 (Best Current Practice for OAuth 2.0 Security), RFC 9207 (mix-up),
// RFC 8725 (JSON Web Tokens) and section 3.1.3.7 of OpenID Connect Core.
import { exportJWK, exportSPKI, SignJWT } from 'jose'
import { client, forge, type Lie } from './hostile-provider.ts'

const otherIssuer = 'https://accounts.other.example'

type Attack = { name: string; lie: Lie; reason: RegExp }

export const attacks: Attack[] = [
  {
    name: 'mix-up: the response is of another provider (RFC 9207)',
    lie: { parameters: { iss: otherIssuer } },
    reason: /"iss".*response parameter/,
  },
  {
    name: 'mix-up: the response does not say of which provider it is, which sends it otherwise (RFC 9207)',
    lie: { parameters: { iss: undefined } },
    reason: /"iss".*missing/,
  },
  {
    name: 'mix-up: the ID token is of another provider',
    lie: { claims: (claims) => ({ ...claims, iss: otherIssuer }) },
    reason: /"iss" \(issuer\) claim/,
  },
  {
    name: 'mix-up: the ID token says of no provider',
    lie: { claims: (claims) => without(claims, 'iss') },
    reason: /"iss" \(issuer\) claim missing/,
  },
  {
    name: 'token substitution: the ID token is for another client',
    lie: { claims: (claims) => ({ ...claims, aud: 'another-client' }) },
    reason: /"aud" \(audience\)/,
  },
  {
    name: 'token substitution: the ID token was issued to another client and is also for this one',
    lie: {
      claims: (claims) => ({
        ...claims,
        aud: [client.id, 'another-client'],
        azp: 'another-client',
      }),
    },
    reason: /"azp" \(authorized party\)/,
  },
  {
    name: 'token substitution: the access token is of another user',
    lie: { userInfo: { sub: '8' } },
    reason: /"sub" property/,
  },
  {
    name: 'token substitution: the user info is of nobody',
    lie: { userInfo: { sub: undefined } },
    reason: /"sub" property/,
  },
  {
    name: 'token substitution: an ID token in the URL beside the code',
    lie: { parameters: { id_token: 'e30.e30.' } },
    reason: /unsupported operation/,
  },
  {
    name: 'token substitution: an access token in the URL beside the code',
    lie: { parameters: { token: 'stolen' } },
    reason: /unsupported operation/,
  },
  {
    name: 'CSRF: the state is of another login',
    lie: { parameters: { state: 'another-login' } },
    reason: /"state" response parameter/,
  },
  {
    name: 'CSRF: the state is missing',
    lie: { parameters: { state: undefined } },
    reason: /"state"/,
  },
  {
    name: 'nonce replay: the ID token is of another login',
    lie: { claims: (claims) => ({ ...claims, nonce: 'of-another-login' }) },
    reason: /"nonce" claim/,
  },
  {
    name: 'nonce replay: the ID token has no nonce',
    lie: { claims: (claims) => without(claims, 'nonce') },
    reason: /"nonce".*missing/,
  },
  {
    name: 'algorithm confusion: not signed',
    lie: { sign: ({ claims }) => forge({ alg: 'none' }, claims, null) },
    reason: /unsupported/,
  },
  {
    name: 'algorithm confusion: signed with the secret of the client',
    lie: { sign: ({ claims }) => forge({ alg: 'HS256' }, claims, client.secret) },
    reason: /unsupported/,
  },
  {
    name: 'algorithm confusion: signed with the public key as a shared secret',
    lie: {
      sign: async ({ claims, keys }) =>
        forge({ alg: 'HS256', kid: keys.kid }, claims, await exportSPKI(keys.current.publicKey)),
    },
    reason: /unsupported/,
  },
  {
    name: 'algorithm confusion: an algorithm that the provider does not announce',
    lie: {
      metadata: { id_token_signing_alg_values_supported: ['ES256'] },
    },
    reason: /"alg" header parameter/,
  },
  {
    name: 'forged signature: another key with the same id',
    lie: {
      sign: ({ claims, keys }) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid: keys.kid })
          .sign(keys.other.privateKey),
    },
    reason: /signature verification failed/,
  },
  {
    name: 'forged signature: the key is in the token itself',
    lie: {
      sign: async ({ claims, keys }) => {
        const jwk = await exportJWK(keys.other.publicKey)
        return await new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', jwk, jku: `${otherIssuer}/keys` })
          .sign(keys.other.privateKey)
      },
    },
    reason: /signature verification failed/,
  },
  {
    name: 'forged signature: a key that the provider does not publish',
    lie: {
      sign: ({ claims, keys }) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid: 'unknown' })
          .sign(keys.other.privateKey),
    },
    reason: /no applicable keys/,
  },
  {
    name: 'forged signature: changed claims with the signature of others',
    lie: {
      sign: async ({ claims, honest }) => {
        const [header, , signature] = (await honest()).split('.')
        const changed = Buffer.from(JSON.stringify({ ...claims, sub: '1' })).toString('base64url')
        return [header, changed, signature].join('.')
      },
    },
    reason: /signature verification failed/,
  },
  {
    name: 'forged signature: a critical header that is not understood',
    lie: {
      sign: ({ claims }) => forge({ alg: 'RS256', crit: ['b64'], b64: false }, claims, 'x'),
    },
    reason: /unsupported/,
  },
  {
    name: 'replay: the ID token has expired',
    lie: { claims: (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 3600 }) },
    reason: /"exp" \(expiration time\)/,
  },
  {
    name: 'replay: the ID token never expires',
    lie: { claims: (claims) => without(claims, 'exp') },
    reason: /"exp" \(expiration time\).*missing/,
  },
  {
    name: 'replay: the ID token is not valid yet',
    lie: { claims: (claims) => ({ ...claims, nbf: Math.floor(Date.now() / 1000) + 3600 }) },
    reason: /"nbf" \(not before\)/,
  },
  {
    name: 'downgrade to OAuth 2: no ID token',
    lie: { response: (response) => without(response, 'id_token') },
    reason: /"id_token"/,
  },
  {
    name: 'no code in the response',
    lie: { parameters: { code: undefined } },
    reason: /authorization code|"code"/,
  },
  {
    name: 'log injection: an error with a line break and a token',
    lie: {
      parameters: {
        error: 'server_error',
        error_description: `Failed.\nlogin succeeded: ${'t0ken'.repeat(10)}`,
      },
    },
    reason: /server_error: Failed\. login succeeded: …$/,
  },
]

function without<T extends object>(values: T, name: keyof T): T {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name)) as T
}
