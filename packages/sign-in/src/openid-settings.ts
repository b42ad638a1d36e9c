import type { PluginValues } from '@stoa/contract/plugin-fields'
import { type Kit, Rejection } from '@stoa/plugin-kit/server'
import { authorizationCodeGrant, type ServerMetadata } from 'openid-client'
import { describe } from './failures.ts'
import { forgetProvider, openProvider, type Provider, readProvider } from './provider.ts'
import { readLines } from './settings.ts'

const asymmetric = /^(RS|PS|ES)\d{3}$|^EdDSA$|^Ed25519$/

/** Asks a provider that was not in the settings before whether it is one. */
export async function checkProvider(
  settings: PluginValues,
  kit: Kit,
): Promise<Record<string, string>> {
  const names = ['issuer', 'other_urls', 'client_id']
  if (names.every((name) => settings[name] === kit.settings[name])) return {}
  const provider = readProvider(settings)
  if (!isIssuer(provider.issuer))
    return { issuer: 'Enter the URL of the issuer, without parameters.' }
  if (provider.clientId === '') return {}
  forgetProvider(provider)
  try {
    const { config } = await openProvider(provider, kit)
    return findProblems(config.serverMetadata(), provider, readLines(settings, 'other_urls'))
  } catch (error) {
    const { issuer } = provider
    return { issuer: explainDiscovery(error, issuer).slice(0, 500) }
  } finally {
    // Until the settings are saved, logins use the former ones.
    forgetProvider(provider)
  }
}

function isIssuer(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && parsed.search === '' && parsed.hash === '' && parsed.username === ''
}

function explainDiscovery(error: unknown, issuer: string): string {
  const cause = error instanceof Error ? error.cause : null
  const named =
    typeof cause === 'object' && cause !== null && 'attribute' in cause && 'body' in cause
      ? (cause.body as { issuer?: unknown }).issuer
      : undefined
  if (typeof named === 'string') return `The provider calls itself ${named}. Enter this URL.`
  const place = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  return `No OpenID Connect provider was found at ${place}: ${describe(error)}`
}

function findProblems(
  metadata: ServerMetadata,
  { issuer }: Provider,
  urls: string[],
): Record<string, string> {
  const {
    token_endpoint: token,
    jwks_uri: jwks,
    userinfo_endpoint: userInfo,
    id_token_signing_alg_values_supported: algorithms,
  } = metadata
  if (token === undefined || jwks === undefined)
    return { issuer: 'The provider has no token endpoint or no keys.' }
  if (algorithms !== undefined && !algorithms.some((algorithm) => asymmetric.test(algorithm)))
    return { issuer: 'The provider signs ID tokens without a public key. Choose RS256 there.' }
  const allowed = new Set([issuer, ...urls].map((url) => URL.parse(url)?.origin))
  const used = [token, jwks, userInfo].map((url) => URL.parse(url ?? '')?.origin)
  const missing = used.filter((origin) => origin !== undefined && !allowed.has(origin))
  if (missing.length === 0) return {}
  return { other_urls: `The provider also uses: ${[...new Set(missing)].join(', ')}` }
}

/** Of the saved settings. A code that cannot exist shows whether the provider accepts the client. */
export async function testConnection(provider: Provider, kit: Kit): Promise<string> {
  if (!isIssuer(provider.issuer) || provider.clientId === '')
    throw new Rejection('Enter the issuer and the client ID, and save the settings first.')
  forgetProvider(provider)
  const { config } = await openProvider(provider, kit).catch((error: unknown) => {
    throw new Rejection(explainDiscovery(error, provider.issuer).slice(0, 500))
  })
  const callback = new URL('/?code=test-of-the-connection', kit.site.url)
  callback.searchParams.set('iss', config.serverMetadata().issuer)
  const response = await authorizationCodeGrant(config, callback, {
    pkceCodeVerifier: 'test-of-the-connection'.repeat(3),
  }).then(
    () => '',
    (error: unknown) => error,
  )
  const code = response instanceof Error && 'error' in response ? response.error : ''
  if (code === 'invalid_client' || code === 'unauthorized_client')
    throw new Rejection('The provider was found, but it rejects the client ID or the secret.')
  if (code === 'invalid_grant') return 'The provider was found, and it accepts the client.'
  throw new Rejection(
    `The provider was found. Its token endpoint responded with an error: ${describe(response)}`,
  )
}
