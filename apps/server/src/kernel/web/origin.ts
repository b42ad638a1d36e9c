import type { FastifyRequest } from 'fastify'

/**
 * The origin a browser sees this request at, or null when a page of another site made it. A request that
 * changes something and does not say where it comes from is refused: every browser says it.
 */
export function originOf(request: FastifyRequest, siteUrl: string): string | null {
  const here = `${request.protocol}://${request.host}`
  const site = URL.canParse(siteUrl) ? new URL(siteUrl).origin : here
  if (request.method === 'GET' || request.method === 'HEAD') return site
  const fetchSite = request.headers['sec-fetch-site']
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return null
  const { origin } = request.headers
  if (origin === undefined) return fetchSite === undefined ? null : site
  return origin === site || origin === here ? origin : null
}
