import cookie from '@fastify/cookie'
import { adminPrefix, apiPrefix, type Endpoint, installPrefix } from '@stoa/contract/endpoint'
import type { Envelope } from '@stoa/contract/envelope'
import { JsonStream } from '@stoa/contract/json-stream'
import { limits, readCosts } from '@stoa/contract/limits'
import { generalSettings } from '@stoa/contract/settings/site'
import { isLocale, type Locale } from '@stoa/locales/languages'
import { translator } from '@stoa/locales/translate'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { Readable } from 'node:stream'
import type { Context } from './context.ts'
import type { Admit, Caller, Dispatch } from './dispatch.ts'
import { AppError, fail, toErrorEnvelope } from './errors.ts'
import { setCommonHeaders } from './headers.ts'
import { acceptJson, closeUnread, hasLargeBody } from './http-body.ts'
import {
  acceptedLocale,
  clientErrorHandler,
  sendClosing,
  sendFrameworkError,
  toAppError,
} from './http-errors.ts'
import { acceptForms, readForm } from './http-form.ts'
import { currentScope, withScope } from './request-scope.ts'
import { isForeign, isNavigation } from './origin.ts'
import { deviceToken, sessionToken } from './session-cookie.ts'
import type { Valves } from './valves/mount.ts'

/** How long a request may take to arrive, and how long an idle connection is kept. */
export const serverTimeouts = { requestTimeout: 30_000, keepAliveTimeout: 65_000 }
/** How often connections are checked for these. */
const connectionsCheckingInterval = 5_000

/** A download of everything somebody wrote, over a slow line. */
export const longestStreamMs = 10 * 60_000

/** The HTTP server without its routes: ids, logs, metrics, limits and errors. */
export async function makeHttp(ctx: Context) {
  let isClosing = false
  const app = Fastify({
    loggerInstance: ctx.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    trustProxy: ctx.config.trust_proxy.length === 0 ? false : ctx.config.trust_proxy,
    bodyLimit: limits.jsonBodyBytes,
    ...serverTimeouts,
    // Kept pages leave before anything else is done for a request.
    serverFactory: (handler) =>
      createServer({ ...serverTimeouts, connectionsCheckingInterval }, (request, response) => {
        if (isClosing) sendClosing(ctx, response)
        else if (!ctx.pages.answer(request, response)) handler(request, response)
      }),
    frameworkErrors: (error, request, reply) =>
      void sendFrameworkError(ctx, error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: clientErrorHandler(ctx),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 300,
      querystringParser: parseQuery,
    },
  })
  app.removeContentTypeParser('text/plain')
  acceptJson(app as unknown as FastifyInstance)
  app.addHook('preClose', async () => {
    isClosing = true
  })
  await app.register(cookie)
  observe(app as unknown as FastifyInstance, ctx)
  app.setNotFoundHandler(() => fail('base.not_found'))
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refused = toAppError(error)
    if (refused.code === 'base.unknown') request.log.error({ err: error }, 'request failed')
    return sendEnvelope(reply, toErrorEnvelope(refused, translator(localeOf(ctx, request))))
  })
  return app as unknown as FastifyInstance
}

type Doors = { dispatch: Dispatch; admit: Admit; whileAway: Valves['whileAway'] }

/** Mounts endpoints: HTTP is one of the two ways into `dispatch`. */
export function mountEndpoints(
  app: FastifyInstance,
  ctx: Context,
  endpoints: readonly Endpoint[],
  doors: Doors,
) {
  for (const prefix of [apiPrefix, adminPrefix, installPrefix]) {
    const refuse = () => fail('base.not_found')
    app.all(`${prefix}/*`, { preParsing: async () => refuse() }, refuse)
  }
  const isForm = (endpoint: Endpoint) => endpoint.encoding === 'form'
  for (const endpoint of endpoints) {
    if (!isForm(endpoint)) mountEndpoint(app, ctx, endpoint, doors)
  }
  void app.register(async (scope) => {
    await acceptForms(scope)
    for (const endpoint of endpoints.filter(isForm)) mountEndpoint(scope, ctx, endpoint, doors)
  })
}

function mountEndpoint(app: FastifyInstance, ctx: Context, endpoint: Endpoint, doors: Doors) {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // Writes have limits of their own, in `dispatch`.
    config: { resolvesSession: 'token', readCost: endpoint.method === 'GET' ? readCosts.call : 0 },
    async handler(request, reply) {
      const key = request.headers['idempotency-key']
      const options = typeof key === 'string' ? { idempotencyKey: key } : {}
      const readInput = () => doors.whileAway(request, reply, () => readForm(ctx, request))
      const input = endpoint.encoding === 'form' ? readInput : inputOf(endpoint, request)
      return sendEnvelope(
        reply,
        await doors.dispatch(endpoint, input, callerOf(ctx, request), options),
      )
    },
    // Nothing of a body is read for those who are refused anyway.
    async preParsing(request) {
      if (endpoint.changesState) rejectCsrf(ctx, endpoint, request)
      await admitEarly(ctx, endpoint, request, doors)
    },
  })
}

/** Small bodies of those who bring a session are read first: checking it takes a statement, and a turn to make it in. */
async function admitEarly(
  ctx: Context,
  endpoint: Endpoint,
  request: FastifyRequest,
  { admit }: Doors,
) {
  if (endpoint.method === 'GET' || endpoint.encoding === 'form') return
  const caller = callerOf(ctx, request)
  if (caller.token === null || hasLargeBody(request)) await admit(endpoint, caller)
}

function rejectCsrf(ctx: Context, { method }: Endpoint, request: FastifyRequest) {
  // No browser adds a bearer token by itself.
  if (request.headers.authorization !== undefined) return
  if (isForeign(request, siteUrlOf(ctx))) throw new AppError('base.cross_site')
  if (method === 'GET' && !isNavigation(request)) throw new AppError('auth.navigation_required')
}

/** Where a request comes from. */
function callerOf(ctx: Context, request: FastifyRequest): Caller {
  return {
    token: sessionToken(ctx, request),
    device: deviceToken(siteUrlOf(ctx), request),
    locale: localeOf(ctx, request),
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
  }
}

function siteUrlOf(ctx: Context) {
  return ctx.settings.get(generalSettings).site_url
}

function inputOf(endpoint: Endpoint, request: FastifyRequest) {
  return endpoint.method === 'GET' ? request.query : (request.body ?? {})
}

export function localeOf(ctx: Context, request: FastifyRequest): Locale {
  const chosen = request.cookies['lang']
  return isLocale(chosen) ? chosen : acceptedLocale(ctx, request.headers['accept-language'])
}

function sendEnvelope(reply: FastifyReply, envelope: Envelope) {
  const { data } = envelope
  if (typeof data === 'object' && data !== null && 'retry_after' in data) {
    void reply.header('retry-after', data.retry_after)
  }
  if (data instanceof JsonStream) {
    const pieces = streamEnvelope(envelope, data)
    const body = Readable.from(
      reply.server.streamWithPermits(reply.request, reply, pieces, longestStreamMs),
    )
    return reply.code(envelope.status).type('application/json; charset=utf-8').send(body)
  }
  return reply.code(envelope.status).send(envelope)
}

async function* streamEnvelope({ status, reason, msg }: Envelope, { pieces }: JsonStream) {
  yield `${JSON.stringify({ status, reason, msg }).slice(0, -1)},"data":`
  yield* pieces
  yield '}'
}

function observe(app: FastifyInstance, ctx: Context) {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    // The router would find a route for `GET http://elsewhere/path`, while checks see another path.
    if (!request.url.startsWith('/')) return done(new AppError('base.request_format_error'))
    return withScope(request.id, done)
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    setCommonHeaders(reply, siteUrlOf(ctx))
    closeUnread(request, reply)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    // Counted by themselves, and not written down one by one: there may be thousands a second.
    if (!request.isRefused) noteRequest(ctx, request, reply)
    done()
  })
}

function noteRequest(ctx: Context, request: FastifyRequest, reply: FastifyReply) {
  const { method } = request
  const { statusCode: status, elapsedTime: ms } = reply
  const route = request.routeOptions.url ?? 'none'
  const sqlCount = currentScope()?.sqlCount ?? 0
  ctx.metrics.requests.observe({ method, route, status }, ms / 1000)
  ctx.metrics.statements.observe({ route }, sqlCount)
  request.log.info({ method, route, status, ms, sqlCount }, 'request')
}

/** A repeated parameter becomes a list, which no scalar accepts. */
export function parseQuery(text: string) {
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string>
  for (const [name, value] of new URLSearchParams(text)) {
    const earlier = query[name]
    if (earlier === undefined) query[name] = value
    else if (Array.isArray(earlier)) earlier.push(value)
    else query[name] = [earlier, value]
  }
  return query
}

function requestIdOf(header: string | string[] | undefined) {
  return typeof header === 'string' && /^[\w-]{8,64}$/.test(header) ? header : randomUUID()
}

/** The address a listening server can be reached at. */
export function portOf(server: Server) {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
