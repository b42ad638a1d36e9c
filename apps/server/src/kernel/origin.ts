import type { FastifyRequest } from 'fastify'

/** According to the headers that browsers send. */
export function isCrossSite(request: FastifyRequest, siteUrl: string) {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = request.headers
  return origin !== undefined && !ownOrigins(request, siteUrl).includes(origin)
}

/** False for subresources, frames and prefetches, and for browsers on plain http, which send no fetch metadata. */
export function isNavigation({ headers }: FastifyRequest) {
  return (
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    headers['sec-purpose'] === undefined
  )
}

/** The configured site URL and the host of this request. */
export function ownOrigins(request: FastifyRequest, siteUrl: string): [string, ...string[]] {
  const requestOrigin = `${request.protocol}://${request.host}`
  return URL.canParse(siteUrl) ? [new URL(siteUrl).origin, requestOrigin] : [requestOrigin]
}
