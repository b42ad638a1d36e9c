import type { PluginValues } from '@stoa/contract/plugin-fields'
import { type Kit, Rejection } from '@stoa/plugin-kit/server'
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  type CustomFetch,
  discovery,
  enableNonRepudiationChecks,
  type ExportedJWKSCache,
  getJwksCache,
  None,
  setJwksCache,
} from 'openid-client'
import { fetchWith } from './kit-fetch.ts'
import { readSetting } from './settings.ts'

const discoverySeconds = 10 * 60
const keysSeconds = 10 * 60
/** At this age the library downloads keys again if it needs one that it does not know. At 300 it always does. */
const renewableKeysAge = 60

export type Provider = { issuer: string; clientId: string; clientSecret: string }

type OpenProvider = { config: Configuration; rememberKeys(): void }
type Discovered = { at: number; response: { body: string; init: ResponseInit } }

/** Of this process, by issuer. An admin may change it. */
const discovered = new Map<string, Discovered>()
const keys = new Map<string, { at: number; jwks: ExportedJWKSCache['jwks'] }>()

export function readProvider(settings: PluginValues, fixedIssuer?: string): Provider {
  return {
    issuer: fixedIssuer ?? normalizeIssuer(readSetting(settings, 'issuer')),
    clientId: readSetting(settings, 'client_id'),
    clientSecret: readSetting(settings, 'client_secret'),
  }
}

/** Many copy the URL of the document. */
function normalizeIssuer(url: string): string {
  return url.replace(/\/\.well-known\/openid-configuration$/, '')
}

export function requireProvider(provider: Provider, kit: Kit): Provider {
  if (URL.canParse(provider.issuer) && provider.clientId !== '') return provider
  throw new Rejection(kit.t('unconfigured'))
}

/** What the library needs to talk to the provider: its metadata and keys, which are remembered for some minutes. */
export async function openProvider(provider: Provider, kit: Kit): Promise<OpenProvider> {
  const config = await discover(provider, kit)
  // Checks the signatures of ID tokens too, although they come from the provider itself.
  enableNonRepudiationChecks(config)
  const { issuer } = provider
  const known = keys.get(issuer)
  const uat = now() - renewableKeysAge
  if (known !== undefined && now() - known.at < keysSeconds)
    setJwksCache(config, { jwks: known.jwks, uat })
  return {
    config,
    rememberKeys() {
      const used = getJwksCache(config)
      if (used !== undefined && used.uat !== uat)
        keys.set(issuer, { at: used.uat, jwks: used.jwks })
    },
  }
}

async function discover({ issuer, clientId, clientSecret }: Provider, kit: Kit) {
  const server = new URL(issuer)
  const fetch = fetchWith(kit)
  // The metadata says which one, and is read before the first request that needs it.
  let authenticate = None()
  try {
    const config = await discovery(
      server,
      clientId,
      undefined,
      (...request) => authenticate(...request),
      {
        [customFetch]: rememberDiscovery(issuer, fetch),
        // oxlint-disable-next-line typescript/no-deprecated -- an admin entered a URL with http
        ...(server.protocol === 'http:' ? { execute: [allowInsecureRequests] } : {}),
      },
    )
    config[customFetch] = fetch
    authenticate = chooseAuthentication(config, clientSecret)
    return config
  } catch (error) {
    discovered.delete(issuer)
    throw error
  }
}

export function forgetProvider({ issuer }: Provider) {
  discovered.delete(issuer)
  keys.delete(issuer)
}

function rememberDiscovery(issuer: string, fetch: CustomFetch): CustomFetch {
  return async (...request) => {
    const known = discovered.get(issuer)
    if (known !== undefined && now() - known.at < discoverySeconds)
      return new Response(known.response.body, known.response.init)
    const response = await fetch(...request)
    if (response.status !== 200) return response
    const body = await response.text()
    const init = { status: 200, headers: { 'content-type': 'application/json' } }
    discovered.clear()
    discovered.set(issuer, { at: now(), response: { body, init } })
    return new Response(body, init)
  }
}

function chooseAuthentication(config: Configuration, secret: string): ClientAuth {
  if (secret === '') return None()
  const { token_endpoint_auth_methods_supported: methods } = config.serverMetadata()
  // Providers without the list accept the header.
  return methods?.includes('client_secret_post')
    ? ClientSecretPost(secret)
    : ClientSecretBasic(secret)
}

function now(): number {
  return Math.floor(Date.now() / 1000)
}
