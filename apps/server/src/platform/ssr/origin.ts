import type { FastifyRequest } from 'fastify'
import { isCrossSite, ownOrigins } from '../../kernel/requests.ts'

/**
 * The origin of the site as the browser sees it, or null for a cross-site request (CSRF). Writes without Origin header are
 * rejected, because browsers always send it. Mail clients do not, but they have no session either.
 */
export function originOf(
  request: FastifyRequest,
  siteUrl: string,
  mailClientPaths: readonly string[],
): string | null {
  const [site] = ownOrigins(request, siteUrl)
  if (request.method === 'GET' || request.method === 'HEAD') return site
  const { origin, 'sec-fetch-site': fetchSite } = request.headers
  if (isCrossSite(request, siteUrl)) return null
  if (
    origin === undefined &&
    fetchSite === undefined &&
    !isFromMailClient(request, mailClientPaths)
  )
    return null
  return origin === undefined || origin === 'null' ? site : origin
}

function isFromMailClient({ headers, url }: FastifyRequest, mailClientPaths: readonly string[]) {
  return headers.cookie === undefined && mailClientPaths.includes(url.split('?')[0] ?? '')
}
