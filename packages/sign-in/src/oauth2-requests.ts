import type { Kit } from '@stoa/plugin-kit/server'
import { ServiceError } from './failures.ts'
import type { OAuth2Service } from './oauth2-service.ts'
import { readText } from './read-path.ts'

export type AccessToken = { readonly value: string }
type Grant = { code: string; callbackUrl: string; verifier: string }

export async function exchangeCode(
  service: OAuth2Service,
  { code, callbackUrl, verifier }: Grant,
  { fetch }: Kit,
): Promise<AccessToken> {
  const { clientId, clientSecret, usesHeader, usesPkce } = service
  const credentials = { client_id: clientId, client_secret: clientSecret }
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callbackUrl,
    ...(usesPkce ? { code_verifier: verifier } : {}),
    ...(usesHeader ? {} : credentials),
  }
  const { status, body } = await fetch(service.tokenUrl, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(usesHeader ? { authorization: toBasic(clientId, clientSecret) } : {}),
    },
    body: String(new URLSearchParams(form)),
  })
  const response = parse(body)
  // Some services send errors with the status 200.
  const error = readText(response, 'error')
  if (error !== '') throw new ServiceError(error, readText(response, 'error_description'))
  const value = readText(response, 'access_token')
  if (status !== 200 || value === '')
    throw new Error(`the service sent no access token: status ${status}`)
  const type = readText(response, 'token_type').toLowerCase()
  if (type !== '' && type !== 'bearer') throw new Error('the token is not a bearer token')
  return { value }
}

export async function readJson(url: string, token: AccessToken, { fetch }: Kit): Promise<unknown> {
  const { status, body } = await fetch(url, {
    headers: { accept: 'application/json', authorization: `Bearer ${token.value}` },
  })
  if (status !== 200) throw new Error(`the user info has status ${status}`)
  return parse(body)
}

/** Responses of old services are forms. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return Object.fromEntries(new URLSearchParams(body))
  }
}

function toBasic(id: string, secret: string): string {
  const credentials = [id, secret].map((part) => encodeURIComponent(part)).join(':')
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}
