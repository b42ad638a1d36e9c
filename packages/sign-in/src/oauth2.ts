// Logs users in with a service that has OAuth 2, but no OpenID Connect: code flow, then user info of the service's own kind.
import type { PluginValues } from '@stoa/contract/plugin-fields'
import type { ExternalUser, SignInRequest, SignInResponse } from '@stoa/plugin-kit/connector'
import { definePlugin, type Kit, type Plugin, Rejection } from '@stoa/plugin-kit/server'
import { createHash, randomBytes } from 'node:crypto'
import { ServiceError, withRejections } from './failures.ts'
import { type AccessToken, exchangeCode, readJson } from './oauth2-requests.ts'
import type { OAuth2Service } from './oauth2-service.ts'
import { type EmailState, pickEmail, toOAuth2User } from './oauth2-user.ts'

type Memory = { tokenUrl: string; verifier: string }

export function oauth2(serviceOf: (settings: PluginValues) => OAuth2Service): Plugin {
  async function withService<T>(kit: Kit, work: (service: OAuth2Service) => T | Promise<T>) {
    const service = serviceOf(kit.settings)
    const { label, authorizeUrl, tokenUrl, userUrl, clientId } = service
    return await withRejections(kit, label, async () => {
      const isComplete = [authorizeUrl, tokenUrl, userUrl].every((url) => URL.canParse(url))
      if (!isComplete || clientId === '') throw new Rejection(kit.t('unconfigured'))
      return await work(service)
    })
  }
  return definePlugin({
    connector: {
      start: (request, kit) => withService(kit, (service) => start(service, request)),
      finish: (response, kit) => withService(kit, (service) => finish(service, response, kit)),
    },
  })
}

function start(service: OAuth2Service, { callbackUrl, state }: SignInRequest) {
  const url = new URL(service.authorizeUrl)
  const verifier = randomBytes(32).toString('base64url')
  const parameters = {
    response_type: 'code',
    client_id: service.clientId,
    redirect_uri: callbackUrl,
    state,
    ...(service.scopes === '' ? {} : { scope: service.scopes }),
    ...(service.usesPkce
      ? { code_challenge: toChallenge(verifier), code_challenge_method: 'S256' }
      : {}),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const memory: Memory = { tokenUrl: service.tokenUrl, verifier }
  return { url: url.href, memory }
}

function toChallenge(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

async function finish(
  service: OAuth2Service,
  { callbackUrl, parameters, memory }: SignInResponse,
  kit: Kit,
): Promise<ExternalUser> {
  const { tokenUrl, verifier } = memory as Memory
  const { error, error_description: description, code = '' } = parameters
  if (error !== undefined) throw new ServiceError(error, description)
  if (code === '') throw new Error('the response has no code')
  // The code belongs to the service that the browser was sent to.
  if (tokenUrl !== service.tokenUrl) throw new Error('the service was changed during the login')
  const token = await exchangeCode(service, { code, callbackUrl, verifier }, kit)
  const user = await readJson(service.userUrl, token, kit)
  return toOAuth2User(user, service, await readEmail(service, token, kit))
}

/** Null if the user info has the email. */
async function readEmail(
  { emailsUrl }: OAuth2Service,
  token: AccessToken,
  kit: Kit,
): Promise<EmailState | null> {
  return emailsUrl === '' ? null : pickEmail(await readJson(emailsUrl, token, kit))
}
