import type { FastifyRequest } from 'fastify'
import { isForeign, ownOrigins } from '../origin.ts'

/**
 * The origin a browser sees this request at, or null when a page of another site made it. A request that
 * changes something and does not say where it comes from is refused: every browser says it. Mail programs do not,
 * but they bring no session either, and post only to the addresses that mails name.
 */
export function originOf(
  request: FastifyRequest,
  siteUrl: string,
  mailPosts: readonly string[],
): string | null {
  const [site] = ownOrigins(request, siteUrl)
  if (request.method === 'GET' || request.method === 'HEAD') return site
  const { origin, 'sec-fetch-site': fetchSite } = request.headers
  if (isForeign(request, siteUrl)) return null
  if (origin === undefined && fetchSite === undefined && !isMails(request, mailPosts)) return null
  return origin === undefined || origin === 'null' ? site : origin
}

function isMails({ headers, url }: FastifyRequest, mailPosts: readonly string[]) {
  return headers.cookie === undefined && mailPosts.includes(url.split('?')[0] ?? '')
}
