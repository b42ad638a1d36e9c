import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { commonHeaders } from '../http/headers.ts'
import { maxStreamDurationMs } from '../http/http.ts'
import { etagOf, sendCached } from '../page-cache/cached-page.ts'
import type { ServablePage } from '../page-cache/page-maker.ts'
import { sendStored } from '../page-cache/stored-page.ts'
import { compressBody } from './compress.ts'

const cacheablePolicy =
  'public, max-age=0, s-maxage=60, stale-while-revalidate=300, stale-if-error=86400'
// For nginx as in deploy/nginx.conf, which cannot be purged.
const accelExpiresSeconds = '1'
// The language comes from a header, the theme and the session from cookies.
const vary = 'accept-language, cookie, accept-encoding'

/** A public response is the same for every visitor, so that shared caches may store it. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  response: Response,
  isPublic: boolean,
) {
  reply.code(response.status)
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  if (response.body !== null && response.headers.has('content-disposition')) {
    const { body } = response
    const chunks = reply.server.streamWithPermits(request, reply, body, maxStreamDurationMs)
    return await reply.send(Readable.from(chunks))
  }
  const body = Buffer.from(await response.arrayBuffer())

  reply.header('vary', vary)
  const isCacheable = isPublic && canCache(response)
  reply.header('cache-control', isCacheable ? cacheablePolicy : 'no-store')
  return await sendBody(request, reply, { body, isCacheable })
}

/** Sends what the page cache returned. */
export async function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  servable: ServablePage,
) {
  if (servable.kind === 'cached') {
    reply.hijack()
    return sendCached(request.raw, reply.raw, servable.page, 'made')
  }
  if (servable.kind === 'stored') {
    reply.hijack()
    return await sendStored(
      request.raw,
      reply.raw,
      servable.page,
      servable.isFromDisk ? 'stored' : null,
    )
  }
  const { page } = servable
  reply.code(page.status).headers(page.headers)
  return await sendBody(request, reply, { body: page.body, isCacheable: page.status === 200 })
}

/** All headers, because cached pages are sent without Fastify's hooks. */
export function cacheableHeaders(response: Response, siteUrl: string) {
  const cookies = response.headers.getSetCookie()
  return {
    ...commonHeaders(siteUrl),
    ...Object.fromEntries([...response.headers].filter(([name]) => name !== 'set-cookie')),
    ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
    vary,
    ...(canCache(response)
      ? { 'cache-control': cacheablePolicy, 'x-accel-expires': accelExpiresSeconds }
      : { 'cache-control': 'no-store' }),
  }
}

function canCache({ status, headers }: Response) {
  return status === 200 && !headers.has('set-cookie') && !headers.has('cache-control')
}

type Body = { body: Buffer; isCacheable: boolean }

async function sendBody(request: FastifyRequest, reply: FastifyReply, { body, isCacheable }: Body) {
  if (isCacheable) {
    const etag = etagOf(body)
    reply.header('etag', etag)
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  }
  const { bytes, encoding } = await compressBody(request.headers['accept-encoding'], body)
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply.send(bytes)
}

function matchesEtag(header: string | undefined, etag: string) {
  return header?.split(',').some((part) => part.trim() === etag) ?? false
}
