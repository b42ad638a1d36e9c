// Logs users in with an OpenID Connect provider: code flow with PKCE and nonce.
import type { SignInRequest, SignInResponse } from '@stoa/plugin-kit/connector'
import { definePlugin, type Kit, type Plugin } from '@stoa/plugin-kit/server'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client'
import { withRejections } from './failures.ts'
import { checkProvider, testConnection } from './openid-settings.ts'
import { type Claims, toExternalUser } from './openid-user.ts'
import { openProvider, type Provider, readProvider, requireProvider } from './provider.ts'
import { readSetting } from './settings.ts'

export type OpenIdOptions = {
  /** Instead of one in the settings. */
  issuer?: string
  label?: string
  /** More parameters of the request. */
  parameters?: (kit: Kit) => Record<string, string>
  /** Throws `Rejection` for accounts that may not log in. `claims` are those of the ID token. */
  check?: (claims: Claims, kit: Kit) => void
  /** Whether the provider knows that a verified email still belongs to the user. */
  vouches?: (claims: Claims) => boolean
}

type Memory = { issuer: string; verifier: string; nonce: string }

export function openIdConnect(options: OpenIdOptions = {}): Plugin {
  const providerOf = ({ settings }: Kit): Provider => readProvider(settings, options.issuer)
  const labelOf = ({ settings }: Kit) => options.label ?? readSetting(settings, 'label')
  return definePlugin({
    connector: {
      start: (request, kit) =>
        withRejections(kit, labelOf(kit), () =>
          start(requireProvider(providerOf(kit), kit), request, { kit, options }),
        ),
      finish: (response, kit) =>
        withRejections(kit, labelOf(kit), () =>
          finish(requireProvider(providerOf(kit), kit), response, { kit, options }),
        ),
    },
    actions: { test: (kit) => testConnection(providerOf(kit), kit) },
    checkSettings: (settings, kit) =>
      options.issuer === undefined ? checkProvider(settings, kit) : {},
  })
}

type Parts = { kit: Kit; options: OpenIdOptions }

async function start(
  provider: Provider,
  { callbackUrl, state }: SignInRequest,
  { kit, options }: Parts,
) {
  const { config } = await openProvider(provider, kit)
  const verifier = randomPKCECodeVerifier()
  const memory: Memory = { issuer: provider.issuer, verifier, nonce: randomNonce() }
  const url = buildAuthorizationUrl(config, {
    ...options.parameters?.(kit),
    response_type: 'code',
    redirect_uri: callbackUrl,
    scope: readSetting(kit.settings, 'scopes', 'openid email profile'),
    state,
    nonce: memory.nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  return { url: url.href, memory }
}

async function finish(
  provider: Provider,
  { callbackUrl, state, memory, parameters }: SignInResponse,
  { kit, options }: Parts,
) {
  const { issuer, verifier, nonce } = memory as Memory
  // The code belongs to the provider that the browser was sent to.
  if (issuer !== provider.issuer) throw new Error('the issuer was changed during the login')
  const { config, rememberKeys } = await openProvider(provider, kit)
  const url = new URL(callbackUrl)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const tokens = await authorizationCodeGrant(config, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  rememberKeys()
  const idToken = tokens.claims()
  if (idToken === undefined) throw new Error('the provider sent no ID token')
  options.check?.(idToken, kit)
  const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined
  const userInfo = hasUserInfo ? await fetchUserInfo(config, tokens.access_token, idToken.sub) : {}
  const user = toExternalUser({ ...userInfo, ...idToken }, kit.settings)
  const isVouchedFor = options.vouches?.(idToken) ?? true
  return { ...user, isEmailVerified: user.isEmailVerified && isVouchedFor }
}
