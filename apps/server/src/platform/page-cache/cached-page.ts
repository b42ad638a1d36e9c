import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptedEncoding, type Encoding } from '../ssr/compress.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
// Higher qualities take several times as long and save about one percent.
const brotliQuality = 7

export type PageResponse = {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer
  /** Invalidation keys of everything the page shows. */
  keys: readonly string[]
  /** Questions that get a view when the page is served. */
  questionIds: readonly string[]
  /** The newest time that the page shows, in seconds since 1970. */
  newestTime: number | null
}

/** Value of the `X-Cache` header. */
export type PageSource = 'hit' | 'stale' | 'made'

type EncodedPage = { headers: Record<PageSource, string[]>; bytes: Buffer }

/** A page in every encoding with its headers, ready to send. */
export type CachedPage = {
  variantKey: string
  etag: string
  encodings: Record<Encoding | 'none', EncodedPage>
  notModifiedHeaders: string[]
  keys: readonly string[]
  questionIds: readonly string[]
  bytes: number
  renderedAt: number
  settingsVersion: number
}

// Weak, because all encodings of a page share it.
export function etagOf(body: Buffer) {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

type RenderDetails = Pick<CachedPage, 'variantKey' | 'renderedAt' | 'settingsVersion'>

/** `brotli` is the compressed body if there is one already. */
export async function encodePage(
  response: PageResponse,
  details: RenderDetails,
  brotli?: Buffer,
): Promise<CachedPage> {
  const { body, headers, keys, questionIds } = response
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }
  const [br, gz] = await Promise.all([
    brotli ?? toBrotli(body, quality),
    toGzip(body, { level: 6 }),
  ])
  const etag = etagOf(body)
  const commonHeaders = { ...headers, etag }
  const encode = (bytes: Buffer, encoding?: Encoding): EncodedPage => {
    const fullHeaders = {
      ...commonHeaders,
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
      'content-length': String(bytes.length),
    }
    return {
      bytes,
      headers: {
        hit: flattenHeaders({ ...fullHeaders, 'x-cache': 'hit' }),
        stale: flattenHeaders({ ...fullHeaders, 'x-cache': 'stale' }),
        made: flattenHeaders({ ...fullHeaders, 'x-cache': 'made' }),
      },
    }
  }
  return {
    ...details,
    etag,
    keys,
    questionIds,
    encodings: { br: encode(br, 'br'), gzip: encode(gz, 'gzip'), none: encode(body) },
    notModifiedHeaders: flattenHeaders({ ...commonHeaders, 'x-cache': 'hit' }),
    bytes: body.length + br.length + gz.length + 4096,
  }
}

/** Node writes a flat list of names and values without processing it. */
export function flattenHeaders(headers: OutgoingHttpHeaders): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)])
}

export function sendCached(
  request: IncomingMessage,
  response: ServerResponse,
  page: CachedPage,
  source: PageSource,
) {
  const { headers, method } = request
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch !== undefined && ifNoneMatch.includes(page.etag)) {
    response.writeHead(304, page.notModifiedHeaders)
    response.end()
    return
  }
  const encoded = page.encodings[acceptedEncoding(headers['accept-encoding']) ?? 'none']
  response.writeHead(200, encoded.headers[source])
  response.end(method === 'HEAD' ? undefined : encoded.bytes)
}
