import type { FastifyRequest } from 'fastify'

/** Whether a browser says that a page of another site made this request. */
export function isForeign(request: FastifyRequest, siteUrl: string) {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = request.headers
  return origin !== undefined && !ownOrigins(request, siteUrl).includes(origin)
}

/** The addresses browsers know this site by: the one in the settings, and the one this request came to. */
export function ownOrigins(request: FastifyRequest, siteUrl: string): [string, ...string[]] {
  const here = `${request.protocol}://${request.host}`
  return URL.canParse(siteUrl) ? [new URL(siteUrl).origin, here] : [here]
}
