import type { FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { compressBody } from './compress.ts'

type Page = {
  response: Response
  /** The bytes of a rendered page; other replies carry their own. */
  body: Buffer | undefined
  /** The same for every visitor, so that caches may keep it. */
  isShared: boolean
}

const sharedPolicy =
  'public, max-age=0, s-maxage=60, stale-while-revalidate=300, stale-if-error=86400'

/** Sends what the pages answered. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page) {
  const { response } = page
  reply.code(response.status)
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  const body = page.body ?? Buffer.from(await response.arrayBuffer())

  // The language comes from a header, the theme and the session from cookies.
  reply.header('vary', 'accept-language, cookie, accept-encoding')
  const isKept =
    page.isShared &&
    response.status === 200 &&
    cookies.length === 0 &&
    !response.headers.has('cache-control')
  reply.header('cache-control', isKept ? sharedPolicy : 'no-store')
  if (isKept) {
    const tag = etagOf(body)
    reply.header('etag', tag)
    if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
  }
  const { bytes, encoding } = await compressBody(request.headers['accept-encoding'], body)
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply.send(bytes)
}

// Weak, because the compressed forms of a page share it.
function etagOf(body: Buffer) {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

function isKnown(header: string | undefined, tag: string) {
  return header?.split(',').some((one) => one.trim() === tag) ?? false
}
