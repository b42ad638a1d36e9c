import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { commonHeaders } from '../headers.ts'
import { longestStreamMs } from '../http.ts'
import { type Answer, etagOf, type KeptPage, sendKept } from '../pages/kept-page.ts'
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
// For nginx as in deploy/nginx.conf, which keeps it to itself: nobody can tell it that something was deleted.
const nearbySeconds = '1'
// The language comes from a header, the theme and the session from cookies.
const vary = 'accept-language, cookie, accept-encoding'

/** Sends what the pages answered. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page) {
  const { response } = page
  reply.code(response.status)
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  if (response.body !== null && response.headers.has('content-disposition')) {
    const { body } = response
    const pieces = reply.server.streamWithPermits(request, reply, body, longestStreamMs)
    return await reply.send(Readable.from(pieces))
  }
  const body = page.body ?? Buffer.from(await response.arrayBuffer())

  reply.header('vary', vary)
  const isKept = page.isShared && mayKeep(response)
  reply.header('cache-control', isKept ? sharedPolicy : 'no-store')
  return await sendBody(request, reply, { body, isKept })
}

/** Sends a page that visitors share: from what is kept, or as it was just made. */
export async function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  page: KeptPage | Answer,
) {
  if ('forms' in page) {
    reply.hijack()
    return sendKept(request.raw, reply.raw, page, 'made')
  }
  reply.code(page.status).headers(page.headers)
  return await sendBody(request, reply, { body: page.body, isKept: page.status === 200 })
}

/** All headers of a page that is the same for everyone, whatever it is sent by. */
export function sharedHeaders(response: Response, siteUrl: string) {
  const cookies = response.headers.getSetCookie()
  return {
    ...commonHeaders(siteUrl),
    ...Object.fromEntries([...response.headers].filter(([name]) => name !== 'set-cookie')),
    ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
    vary,
    ...(mayKeep(response)
      ? { 'cache-control': sharedPolicy, 'x-accel-expires': nearbySeconds }
      : { 'cache-control': 'no-store' }),
  }
}

function mayKeep(response: Response) {
  const isOwn = response.headers.has('set-cookie') || response.headers.has('cache-control')
  return response.status === 200 && !isOwn
}

type Body = { body: Buffer; isKept: boolean }

async function sendBody(request: FastifyRequest, reply: FastifyReply, { body, isKept }: Body) {
  if (isKept) {
    const tag = etagOf(body)
    reply.header('etag', tag)
    if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
  }
  const { bytes, encoding } = await compressBody(request.headers['accept-encoding'], body)
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply.send(bytes)
}

function isKnown(header: string | undefined, tag: string) {
  return header?.split(',').some((one) => one.trim() === tag) ?? false
}
