import type { FastifyReply, FastifyRequest } from 'fastify'

const yearSeconds = 365 * 24 * 60 * 60

const baseHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  // Pages set their own; no other response may be rendered or run scripts.
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
}
const httpsHeaders = {
  ...baseHeaders,
  'strict-transport-security': `max-age=${yearSeconds}; includeSubDomains`,
}

/** Sent with every response. */
export function commonHeaders(siteUrl: string) {
  return siteUrl.startsWith('https:') ? httpsHeaders : baseHeaders
}

/** Browsers ignore these for scripts, styles and fonts, and a first view loads several of them. */
const documentHeaders = new Set(['permissions-policy', 'cross-origin-opener-policy'])

export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply, siteUrl: string) {
  const isAsset = request.url.startsWith('/assets/') && reply.statusCode < 400
  for (const [name, value] of Object.entries(commonHeaders(siteUrl))) {
    if (isAsset && documentHeaders.has(name)) continue
    if (!reply.hasHeader(name)) reply.header(name, value)
  }
}
