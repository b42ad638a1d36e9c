import type { FastifyRequest } from 'fastify'

/** Whether a browser says that a page of another site made this request. */
export function isForeign(request: FastifyRequest, siteUrl: string) {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = request.headers
  return origin !== undefined && !ownOrigins(request, siteUrl).includes(origin)
}

/**
 * Whether a browser says that this request opens a page, and not an image, a frame, a script or a prefetch of one.
 * Old browsers, and all browsers on plain http, say nothing: their requests do not count as navigation.
 */
export function isNavigation({ headers }: FastifyRequest) {
  return (
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    headers['sec-purpose'] === undefined
  )
}

/** The addresses browsers know this site by: the one in the settings, and the one this request came to. */
export function ownOrigins(request: FastifyRequest, siteUrl: string): [string, ...string[]] {
  const here = `${request.protocol}://${request.host}`
  return URL.canParse(siteUrl) ? [new URL(siteUrl).origin, here] : [here]
}
