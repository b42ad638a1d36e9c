// Where services send browsers back to. The URLs are those of other software, so that sites keep them when they move.
import { apiPrefix } from '@stoa/contract/endpoint'
import type { Envelope } from '@stoa/contract/envelope'
import {
  finishConnector,
  type SignInOutcome,
  startConnector,
} from '@stoa/contract/features/connectors'
import { limits } from '@stoa/contract/limits'
import { isReturnPath } from '@stoa/contract/return-path'
import { generalSettings } from '@stoa/contract/settings/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../kernel/context.ts'
import { isNavigation, isOwnNavigation, localeOf, networkOf } from '../../../kernel/requests.ts'
import type { Caller, Dispatch } from '../../../kernel/route.ts'
import {
  connectorCookie,
  deviceCookie,
  expiredConnectorCookie,
  expiredLandingCookie,
  landingCookie,
  readConnectorKey,
  readCookieToken,
  readDeviceToken,
  sessionCookie,
} from '../../../kernel/session-cookie.ts'
import { storePosted } from './flows.actions.ts'

const landingPath = '/users/auth-landing'
const emailPath = '/users/confirm-email'

type Request = FastifyRequest<{ Params: { slug: string } }>

export function mountConnectors(
  app: FastifyInstance,
  ctx: Context,
  _identify: unknown,
  dispatch: Dispatch,
) {
  const options = { config: { resolvesSession: 'cookie' }, exposeHeadRoute: false } as const
  const path = `${apiPrefix}/connector`
  const siteUrl = () => ctx.settings.get(generalSettings).site_url
  app.get(`${path}/login/:slug`, options, (request: Request, reply) =>
    start({ ctx, dispatch, siteUrl: siteUrl() }, request, reply),
  )
  app.get(`${path}/redirect/:slug`, options, (request: Request, reply) =>
    finish({ ctx, dispatch, siteUrl: siteUrl() }, request, reply),
  )
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: limits.jsonBodyBytes },
      (_request, body, done) => done(null, toParameters(new URLSearchParams(String(body)))),
    )
    const config = { readCost: 0 } as const
    scope.post(`${path}/redirect/:slug`, { config }, (request: Request, reply) =>
      receive(ctx, request, reply),
    )
  })
}

type Services = { ctx: Context; dispatch: Dispatch; siteUrl: string }

/** A login only leads to an account of the browser itself; a link would change the account of the session. */
async function start({ ctx, dispatch, siteUrl }: Services, request: Request, reply: FastifyReply) {
  const { intent = 'login', redirect } = request.query as Record<string, unknown>
  const hasMetadata = request.headers['sec-fetch-mode'] !== undefined
  const isAllowed =
    intent === 'link' ? isOwnNavigation(request, siteUrl) : !hasMetadata || isNavigation(request)
  if (!isAllowed) return land(reply, { error: 'auth.navigation_required' })
  const input = {
    plugin_slug_name: request.params.slug,
    intent,
    ...(isReturnPath(redirect) ? { return_path: redirect } : {}),
  }
  const envelope = await dispatch(startConnector, input, callerOf(ctx, siteUrl, request), {})
  if (envelope.status !== 200) return fail(reply, siteUrl, envelope)
  const { url, flow } = envelope.data as { url: string; flow: string }
  return reply.header('set-cookie', connectorCookie(siteUrl, flow)).redirect(url, 302)
}

async function finish({ ctx, dispatch, siteUrl }: Services, request: Request, reply: FastifyReply) {
  const parameters = toParameters(new URLSearchParams(request.url.split('?')[1]))
  const input = {
    plugin_slug_name: request.params.slug,
    flow: readConnectorKey(siteUrl, request) ?? 'none',
    state: stateOf(parameters),
    method: 'GET',
    parameters,
  }
  const envelope = await dispatch(finishConnector, input, callerOf(ctx, siteUrl, request), {})
  if (envelope.status !== 200) return fail(reply, siteUrl, envelope)
  return showOutcome(reply, siteUrl, envelope.data as SignInOutcome)
}

/** A form that another site posts arrives without cookies, so the browser is asked to come again. */
async function receive(ctx: Context, request: Request, reply: FastifyReply) {
  const { slug } = request.params
  const parameters = (request.body ?? {}) as Record<string, string>
  const state = stateOf(parameters)
  await ctx.limits.take('challenge.address', networkOf(request.ip))
  if (state !== '') await storePosted(ctx, { slug, state, parameters })
  const query = new URLSearchParams({ state })
  return reply.redirect(`${apiPrefix}/connector/redirect/${encodeURIComponent(slug)}?${query}`, 303)
}

function showOutcome(reply: FastifyReply, siteUrl: string, result: SignInOutcome) {
  const { outcome, session, token, binding_key: key, return_path: returnPath } = result
  const path: Record<string, string> = returnPath === '' ? {} : { redirect: returnPath }
  const isEmailNeeded = outcome === 'email_required'
  const cookies = [
    isEmailNeeded ? connectorCookie(siteUrl, key) : expiredConnectorCookie(siteUrl),
    ...(session === null ? [] : [sessionCookie(siteUrl, session.access_token)]),
    ...(session === null ? [] : [deviceCookie(siteUrl, session.device_token)]),
    token === '' ? expiredLandingCookie(siteUrl) : landingCookie(siteUrl, { token, message: '' }),
  ]
  void reply.header('set-cookie', cookies)
  if (outcome === 'linked' && returnPath !== '') return reply.redirect(returnPath, 303)
  if (isEmailNeeded) return reply.redirect(withQuery(emailPath, path), 303)
  return land(reply, { outcome, ...path })
}

/** The message is not part of the URL, or anybody could let the site show theirs. */
function fail(reply: FastifyReply, siteUrl: string, { reason, msg }: Envelope) {
  void reply.header('set-cookie', landingCookie(siteUrl, { token: '', message: msg }))
  return land(reply, { error: reason.replace(/^error\./, '') })
}

function land(reply: FastifyReply, query: Record<string, string>) {
  return reply.redirect(withQuery(landingPath, query), 303)
}

function withQuery(path: string, query: Record<string, string>) {
  const parameters = new URLSearchParams(query)
  return parameters.size === 0 ? path : `${path}?${parameters}`
}

/** Of several parameters with one name, the first. */
function toParameters(all: URLSearchParams): Record<string, string> {
  return Object.fromEntries([...all].toReversed())
}

function stateOf(parameters: Record<string, string>) {
  return parameters['state'] ?? parameters['RelayState'] ?? ''
}

function callerOf(ctx: Context, siteUrl: string, request: Request): Caller {
  return {
    token: readCookieToken(ctx, request),
    deviceToken: readDeviceToken(siteUrl, request),
    locale: localeOf(ctx, request),
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
  }
}
