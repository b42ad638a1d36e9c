import { endpoints } from '@stoa/contract/endpoints'
import type { Endpoint } from '@stoa/contract/endpoint'
import type { HostRequest } from '@stoa/web/kernel/host-request.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import type { Caller } from '../../kernel/route.ts'
import {
  connectorCookie,
  cookieTokenOf,
  deviceCookie,
  expiredConnectorCookie,
  expiredLandingCookie,
  expiredSessionCookie,
  type Landing,
  readConnectorKey,
  readDeviceToken,
  readLanding,
  sessionCookie,
} from '../../kernel/session-cookie.ts'
import { noCustomMarkup } from './custom-css.ts'
import type { PagePlugins } from './page-plugins.ts'
import type { WebOptions } from './web-options.ts'

// The web build bundles its own copy of the contract, so endpoints are matched by name, not by identity.
const endpointsByName = new Map(
  Object.values(endpoints)
    .flatMap((feature): Endpoint[] => Object.values(feature))
    .map((endpoint) => [nameOf(endpoint), endpoint]),
)

function nameOf({ method, path }: Endpoint) {
  return `${method} ${path}`
}

type PageCaller = Omit<Caller, 'locale'> & {
  isSafeMode: boolean
  connectorKey?: string | null
  landing?: Landing | null
}

export function toHostRequest(
  request: FastifyRequest,
  options: WebOptions,
  plugins: PagePlugins,
): HostRequest {
  return hostRequestOf(
    {
      token: cookieTokenOf(options.siteUrl(), request),
      deviceToken: readDeviceToken(options.siteUrl(), request),
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      requestId: request.id,
      isSafeMode: isSafeMode(request),
      connectorKey: readConnectorKey(options.siteUrl(), request),
      landing: readLanding(options.siteUrl(), request),
    },
    options,
    plugins,
  )
}

export function hostRequestOf(
  pageCaller: PageCaller,
  options: WebOptions,
  plugins: PagePlugins,
): HostRequest {
  const siteUrl = options.siteUrl()
  const { token, deviceToken, ip, userAgent, requestId } = pageCaller
  return {
    audience: token === null ? 'visitor' : 'member',
    nonce: randomBytes(16).toString('base64'),
    site: options.site(),
    custom: pageCaller.isSafeMode ? noCustomMarkup : options.custom(),
    isMarkupPreview: false,
    plugins: pageCaller.isSafeMode ? null : plugins.forRequest({ token, ip }),
    services: plugins.services(),
    hasCaptchaFrame: options.plugins.captcha() !== null,
    isInstalled: options.isInstalled(),
    now: Math.floor(options.now().getTime() / 1000),
    call(endpoint, input, locale, callOptions) {
      const caller = { token, deviceToken, locale, ip, userAgent, requestId }
      return options.dispatch(
        endpointsByName.get(nameOf(endpoint)) ?? endpoint,
        input,
        caller,
        callOptions,
      )
    },
    sessionCookie: (value) => sessionCookie(siteUrl, value),
    deviceCookie: (value) => deviceCookie(siteUrl, value),
    expiredSessionCookie: () => expiredSessionCookie(siteUrl),
    connectorKey: pageCaller.connectorKey ?? null,
    connectorCookie: (value) => connectorCookie(siteUrl, value),
    expiredConnectorCookie: () => expiredConnectorCookie(siteUrl),
    landing: pageCaller.landing ?? null,
    expiredLandingCookie: () => expiredLandingCookie(siteUrl),
    reportError: (error) => options.log.error({ err: error, requestId }, 'page rendering failed'),
  }
}

/** `?safe_mode` on any URL turns off the admin's custom markup and plugins, which may have broken the pages. */
function isSafeMode(request: FastifyRequest) {
  return Object.hasOwn(request.query as object, 'safe_mode')
}

/** Converts HEAD to GET, so that the headers are the same. */
export function toWebRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  origin: string,
  method = request.method === 'HEAD' ? 'GET' : request.method,
) {
  const aborted = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) aborted.abort()
  })
  // Concatenated, because `new URL('//path', origin)` would be another host.
  const path = request.url.startsWith('/') ? request.url : '/'
  return new Request(origin + path, {
    method,
    headers: headersOf(request),
    signal: aborted.signal,
    ...(method === 'GET' ? {} : { body: (request.body ?? null) as Buffer<ArrayBuffer> | null }),
  })
}

function headersOf(request: FastifyRequest) {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.startsWith(':') || value === undefined) continue
    for (const item of Array.isArray(value) ? value : [value]) headers.append(name, item)
  }
  return headers
}
