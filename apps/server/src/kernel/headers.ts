import type { FastifyReply } from 'fastify'

const yearSeconds = 365 * 24 * 60 * 60

const everywhere: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  // Pages bring their own; nothing else is ever to be drawn or run.
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
  // Replies are private unless someone said otherwise.
  'cache-control': 'no-store',
}
const overHttps = {
  ...everywhere,
  'strict-transport-security': `max-age=${yearSeconds}; includeSubDomains`,
}

/** Headers of every reply, whatever it is and however it went. */
export function commonHeaders(siteUrl: string) {
  return siteUrl.startsWith('https:') ? overHttps : everywhere
}

export function setCommonHeaders(reply: FastifyReply, siteUrl: string) {
  for (const [name, value] of Object.entries(commonHeaders(siteUrl))) {
    if (!reply.hasHeader(name)) reply.header(name, value)
  }
}
