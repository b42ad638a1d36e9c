import { endpoints } from '@stoa/contract/endpoints'
import type { Endpoint } from '@stoa/contract/endpoint'
import type { HostRequest } from '@stoa/web/kernel/host.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import type { Caller } from '../route.ts'
import { deviceToken, sessionCookieName } from '../session-cookie.ts'
import { noCustomMarkup } from './custom-markup.ts'
import type { WebOptions } from './mount.ts'
import { deviceCookie, expiredSessionCookie, sessionCookie } from './session-cookie.ts'

// The pages are built on their own and carry their own copy of the contract: an endpoint of theirs is
// found here by what it says, not by which object it is.
const known = new Map(
  Object.values(endpoints)
    .flatMap((feature): Endpoint[] => Object.values(feature))
    .map((endpoint) => [nameOf(endpoint), endpoint]),
)

function nameOf({ method, path }: Endpoint) {
  return `${method} ${path}`
}

/** Whoever asks for a page, as far as calls made for it are concerned. */
type Asker = Omit<Caller, 'locale'> & { kind: HostRequest['kind']; isSafe: boolean }

/** What the pages get to know about a request, and what they may do for it. */
export function toHostRequest(request: FastifyRequest, options: WebOptions): HostRequest {
  return hostRequestOf(
    {
      token: request.cookies[sessionCookieName(options.siteUrl())] ?? null,
      device: deviceToken(options.siteUrl(), request),
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      requestId: request.id,
      kind: pathOf(request).endsWith('.data') ? 'data' : 'document',
      isSafe: isSafe(request),
    },
    options,
  )
}

export function hostRequestOf(asker: Asker, options: WebOptions): HostRequest {
  const siteUrl = options.siteUrl()
  const { token, device, address, userAgent, requestId } = asker
  return {
    audience: token === null ? 'visitor' : 'member',
    kind: asker.kind,
    nonce: randomBytes(16).toString('base64'),
    site: options.site(),
    custom: asker.isSafe ? noCustomMarkup : options.custom(),
    isInstalled: options.isInstalled(),
    now: Math.floor(options.now().getTime() / 1000),
    call(endpoint, input, locale, callOptions) {
      const caller = { token, device, locale, address, userAgent, requestId }
      return options.dispatch(known.get(nameOf(endpoint)) ?? endpoint, input, caller, callOptions)
    },
    sessionCookie: (value) => sessionCookie(siteUrl, value),
    deviceCookie: (value) => deviceCookie(siteUrl, value),
    expiredSessionCookie: () => expiredSessionCookie(siteUrl),
    reportError: (error) => options.log.error({ err: error, requestId }, 'page failed'),
  }
}

/** `?safe_mode` on any address: for admins whose own markup stands in their way. */
function isSafe(request: FastifyRequest) {
  return Object.hasOwn(request.query as object, 'safe_mode')
}

function pathOf(request: FastifyRequest) {
  return request.url.split('?')[0] ?? request.url
}

/** The request as the Fetch standard has it. HEAD is asked like GET: the same headers must come back. */
export function toWebRequest(request: FastifyRequest, reply: FastifyReply, origin: string) {
  const aborted = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) aborted.abort()
  })
  const method = request.method === 'HEAD' ? 'GET' : request.method
  // Joined, not resolved: a path that starts with two slashes is a path, not another host.
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
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one)
  }
  return headers
}
