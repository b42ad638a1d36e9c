import type { FastifyReply } from 'fastify'

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

export function setCommonHeaders(reply: FastifyReply, siteUrl: string) {
  for (const [name, value] of Object.entries(commonHeaders(siteUrl))) {
    if (!reply.hasHeader(name)) reply.header(name, value)
  }
}
