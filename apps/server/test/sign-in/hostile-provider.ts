import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const client = { id: 'stoa', secret: 'a secret of the client' }

type Json = Record<string, unknown>
type Keys = Awaited<ReturnType<typeof makeKeys>>
type Signing = { claims: JWTPayload; keys: Keys; honest(): Promise<string> }

/** What the provider does otherwise than an honest one. */
export type Lie = {
  metadata?: Json
  claims?: (claims: JWTPayload) => JWTPayload
  sign?: (signing: Signing) => string | Promise<string>
  userInfo?: Json
  /** Of the URL to which the browser returns. Undefined removes a parameter. */
  parameters?: Record<string, string | undefined>
  ignoresVerifier?: boolean
  response?: (response: Json) => Json
}

type Grant = { nonce: string; challenge: string }

async function makeKeys() {
  const [current, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  return { kid: randomUUID(), current, other }
}

/** An OpenID Connect provider on the loopback interface that lies in a chosen way. */
export async function aHostileProvider() {
  let keys = await makeKeys()
  let lie: Lie = {}
  const grants = new Map<string, Grant>()
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    void answer(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage): Promise<{ status: number; body: Json }> {
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return { status: 200, body: metadata() }
      case '/keys':
        return { status: 200, body: { keys: [await publicKey()] } }
      case '/userinfo':
        return { status: 200, body: { sub: '7', name: 'Ada', ...lie.userInfo } }
      case '/token':
        return await exchange(new URLSearchParams(await text(request)))
      default:
        return { status: 404, body: {} }
    }
  }

  function metadata(): Json {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      userinfo_endpoint: `${issuer}/userinfo`,
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      authorization_response_iss_parameter_supported: true,
      ...lie.metadata,
    }
  }

  async function publicKey() {
    return { ...(await exportJWK(keys.current.publicKey)), kid: keys.kid, alg: 'RS256', use: 'sig' }
  }

  async function exchange(form: URLSearchParams) {
    const grant = grants.get(form.get('code') ?? '')
    const challenge = createHash('sha256').update(form.get('code_verifier') ?? '')
    const isProven = grant?.challenge === challenge.digest('base64url')
    if (form.get('client_secret') !== client.secret)
      return { status: 401, body: { error: 'invalid_client' } }
    if (grant === undefined || (!isProven && lie.ignoresVerifier !== true))
      return { status: 400, body: { error: 'invalid_grant' } }
    const body = { access_token: 'access-token', token_type: 'Bearer', id_token: await sign(grant) }
    return { status: 200, body: lie.response?.(body) ?? body }
  }

  async function sign({ nonce }: Grant): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const honest = { iss: issuer, aud: client.id, sub: '7', nonce, iat: now, exp: now + 300 }
    const claims = lie.claims?.(honest) ?? honest
    const signHonestly = () =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: keys.kid })
        .sign(keys.current.privateKey)
    return (await lie.sign?.({ claims, keys, honest: signHonestly })) ?? (await signHonestly())
  }

  return {
    issuer,
    requests,
    tell(next: Lie) {
      lie = next
    },
    async rotateKeys() {
      keys = await makeKeys()
    },
    /** The parameters with which the browser comes back from the URL that the plugin sent it to. */
    authorize(url: string): Record<string, string> {
      const { searchParams: sent } = new URL(url)
      const code = randomUUID()
      const [nonce, challenge] = [sent.get('nonce') ?? '', sent.get('code_challenge') ?? '']
      grants.set(code, { nonce, challenge })
      const all: Record<string, string | undefined> = {
        code,
        state: sent.get('state') ?? '',
        iss: issuer,
        ...lie.parameters,
      }
      return Object.fromEntries(
        Object.entries(all).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value]],
        ),
      )
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A token with any header, signed with a shared secret or not at all. */
export function forge(header: Json, claims: JWTPayload, secret: string | null): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const content = `${encode(header)}.${encode(claims)}`
  const signature =
    secret === null ? '' : createHmac('sha256', secret).update(content).digest('base64url')
  return `${content}.${signature}`
}
