import cookie from '@fastify/cookie'
import { isCrossSite, isNavigation, localeOf } from '../../kernel/requests.ts'
import { adminPrefix, apiPrefix, type Endpoint, installPrefix } from '@stoa/contract/endpoint'
import type { Envelope } from '@stoa/contract/envelope'
import { JsonStream } from '@stoa/contract/json-stream'
import { limits, readCosts } from '@stoa/contract/limits'
import { generalSettings } from '@stoa/contract/settings/site'
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
import type { PlatformContext } from '../context.ts'
import type { Authorize } from './dispatch.ts'
import { AppError, fail, toErrorEnvelope } from '../../kernel/errors.ts'
import { setCommonHeaders } from './headers.ts'
import { acceptJson, closeUnread, hasLargeBody } from './body.ts'
import { clientErrorHandler, sendClosing, sendFrameworkError, toAppError } from './errors.ts'
import { acceptForms, getMaxFileBytes, readForm } from './form.ts'
import { currentScope, withScope } from '../../kernel/request-scope.ts'
import type { Caller, Dispatch } from '../../kernel/route.ts'
import { readDeviceToken, readSessionToken } from '../../kernel/session-cookie.ts'
import type { OverloadProtection } from '../overload/mount.ts'

export const serverTimeouts = { requestTimeout: 30_000, keepAliveTimeout: 65_000 }
const connectionsCheckingInterval = 5_000

/** Enough to download a data export over a slow connection. */
export const maxStreamDurationMs = 10 * 60_000

export async function createHttpServer(ctx: PlatformContext) {
  let isClosing = false
  const app = Fastify({
    loggerInstance: ctx.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    trustProxy: ctx.config.trust_proxy.length === 0 ? false : ctx.config.trust_proxy,
    bodyLimit: limits.jsonBodyBytes,
    ...serverTimeouts,
    // Cached pages are served before any other processing.
    serverFactory: (handler) =>
      createServer({ ...serverTimeouts, connectionsCheckingInterval }, (request, response) => {
        if (isClosing) sendClosing(ctx, response)
        else if (!ctx.pageCache.tryServe(request, response)) handler(request, response)
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
  addRequestHooks(app as unknown as FastifyInstance, ctx)
  app.setNotFoundHandler(() => fail('base.not_found'))
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const appError = toAppError(error)
    if (appError.code === 'base.unknown') request.log.error({ err: error }, 'request failed')
    return sendEnvelope(reply, toErrorEnvelope(appError, translator(localeOf(ctx, request))))
  })
  return app as unknown as FastifyInstance
}

type EndpointServices = {
  dispatch: Dispatch
  authorize: Authorize
  withoutPermit: OverloadProtection['withoutPermit']
}

export function mountEndpoints(
  app: FastifyInstance,
  ctx: PlatformContext,
  endpoints: readonly Endpoint[],
  services: EndpointServices,
) {
  for (const prefix of [apiPrefix, adminPrefix, installPrefix]) {
    const failNotFound = () => fail('base.not_found')
    app.all(`${prefix}/*`, { preParsing: async () => failNotFound() }, failNotFound)
  }
  const isForm = (endpoint: Endpoint) => endpoint.encoding === 'form'
  for (const endpoint of endpoints) {
    if (!isForm(endpoint)) mountEndpoint(app, ctx, endpoint, services)
  }
  void app.register(async (scope) => {
    await acceptForms(scope)
    for (const endpoint of endpoints.filter(isForm)) mountEndpoint(scope, ctx, endpoint, services)
  })
}

function mountEndpoint(
  app: FastifyInstance,
  ctx: PlatformContext,
  endpoint: Endpoint,
  services: EndpointServices,
) {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // Writes have rate limits in `dispatch`.
    config: { resolvesSession: 'token', readCost: endpoint.method === 'GET' ? readCosts.call : 0 },
    async handler(request, reply) {
      const key = request.headers['idempotency-key']
      const options = typeof key === 'string' ? { idempotencyKey: key } : {}
      const maxBytes = () => endpoint.maxFileBytes ?? getMaxFileBytes(ctx)
      const readInput = () =>
        services.withoutPermit(request, reply, () => readForm(request, maxBytes()))
      const input = endpoint.encoding === 'form' ? readInput : inputOf(endpoint, request)
      return sendEnvelope(
        reply,
        await services.dispatch(endpoint, input, callerOf(ctx, request), options),
      )
    },
    // Before the body is read, which is not needed to reject a request.
    async preParsing(request) {
      if (endpoint.changesState || endpoint.method !== 'GET') rejectCsrf(ctx, endpoint, request)
      await authorizeEarly(ctx, endpoint, request, services)
    },
  })
}

/** With a session and a small body, authorization waits for `dispatch`: the lookup needs a statement, hence a permit. */
async function authorizeEarly(
  ctx: PlatformContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  { authorize }: EndpointServices,
) {
  if (endpoint.method === 'GET' || endpoint.encoding === 'form') return
  const caller = callerOf(ctx, request)
  if (caller.token === null || hasLargeBody(request)) await authorize(endpoint, caller)
}

function rejectCsrf(ctx: PlatformContext, { method }: Endpoint, request: FastifyRequest) {
  // Browsers never add a bearer token on their own.
  if (request.headers.authorization !== undefined) return
  if (isCrossSite(request, siteUrlOf(ctx))) throw new AppError('base.cross_site')
  if (method === 'GET' && !isNavigation(request)) throw new AppError('auth.navigation_required')
}

function callerOf(ctx: PlatformContext, request: FastifyRequest): Caller {
  return {
    token: readSessionToken(ctx, request),
    deviceToken: readDeviceToken(siteUrlOf(ctx), request),
    locale: localeOf(ctx, request),
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
  }
}

function siteUrlOf(ctx: PlatformContext) {
  return ctx.settings.get(generalSettings).site_url
}

function inputOf(endpoint: Endpoint, request: FastifyRequest) {
  return endpoint.method === 'GET' ? request.query : (request.body ?? {})
}

function sendEnvelope(reply: FastifyReply, envelope: Envelope) {
  const { data } = envelope
  if (typeof data === 'object' && data !== null && 'retry_after' in data) {
    void reply.header('retry-after', data.retry_after)
  }
  if (data instanceof JsonStream) {
    const chunks = streamEnvelope(envelope, data)
    const body = Readable.from(
      reply.server.streamWithPermits(reply.request, reply, chunks, maxStreamDurationMs),
    )
    return reply.code(envelope.status).type('application/json; charset=utf-8').send(body)
  }
  return reply.code(envelope.status).send(envelope)
}

async function* streamEnvelope({ status, reason, msg }: Envelope, { chunks }: JsonStream) {
  yield `${JSON.stringify({ status, reason, msg }).slice(0, -1)},"data":`
  yield* chunks
  yield '}'
}

function addRequestHooks(app: FastifyInstance, ctx: PlatformContext) {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    // For `GET http://other/path` the router would see another path than the checks.
    if (!request.url.startsWith('/')) return done(new AppError('base.request_format_error'))
    return withScope(request.id, done)
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    setCommonHeaders(request, reply, siteUrlOf(ctx))
    closeUnread(request, reply)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    // Rejections have their own metrics and no log line: there may be thousands per second.
    const isStream = request.routeOptions.config.isStream === true && reply.statusCode === 200
    if (!request.isRejected && !isStream) recordRequest(ctx, request, reply)
    done()
  })
}

function recordRequest(ctx: PlatformContext, request: FastifyRequest, reply: FastifyReply) {
  const { method } = request
  const { statusCode: status, elapsedTime: ms } = reply
  const route = request.routeOptions.url ?? 'none'
  const sqlCount = currentScope()?.sqlCount ?? 0
  ctx.metrics.requests.observe({ method, route, status }, ms / 1000)
  ctx.metrics.statements.observe({ route }, sqlCount)
  request.log.info({ method, route, status, ms, sqlCount }, 'request')
}

/** A repeated parameter becomes an array, which scalar schemas reject. */
export function parseQuery(text: string) {
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string>
  for (const [name, value] of new URLSearchParams(text)) {
    const existing = query[name]
    if (existing === undefined) query[name] = value
    else if (Array.isArray(existing)) existing.push(value)
    else query[name] = [existing, value]
  }
  return query
}

function requestIdOf(header: string | string[] | undefined) {
  return typeof header === 'string' && /^[\w-]{8,64}$/.test(header) ? header : randomUUID()
}

export function portOf(server: Server) {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
