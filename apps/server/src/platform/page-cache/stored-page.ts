import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import { z } from 'zod'
import { maxStoredMs } from '../../kernel/page-changes.ts'
import { acceptedEncoding } from '../ssr/compress.ts'
import { etagOf, flattenHeaders, type PageResponse } from './cached-page.ts'

const toBrotli = promisify(brotliCompress)
const fromBrotli = promisify(brotliDecompress)
const toGzip = promisify(gzip)

/** Compressed once and usually sent a few times. */
const brotliQuality = 5
/** Relative times and view counts are at most this much older than the page shows. */
const lifePerAge = 0.1
const minStoredMs = 60 * 60_000

const headerSchema = z.object({
  variantKey: z.string(),
  etag: z.string(),
  headers: z.record(z.string(), z.string()),
  keys: z.array(z.string()),
  questionIds: z.array(z.string()),
  /** The transactions that the render saw, as text of the type `pg_snapshot`. */
  snapshot: z.string(),
  expiresAt: z.number(),
})

/** A compressed page, as stored on disk. */
export type StoredPage = z.output<typeof headerSchema> & { brotli: Buffer }

type RenderDetails = { variantKey: string; snapshot: string; renderedAt: number }

/** Null when the page would expire too soon. */
export async function toStoredPage(
  response: PageResponse,
  { variantKey, snapshot, renderedAt }: RenderDetails,
): Promise<StoredPage | null> {
  const { body, headers, keys, questionIds, newestTime } = response
  const age = newestTime === null ? 0 : renderedAt - newestTime * 1_000
  const storedMs = Math.min(age * lifePerAge, maxStoredMs)
  if (storedMs < minStoredMs) return null
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality }
  return {
    variantKey,
    etag: etagOf(body),
    headers: toStrings(headers),
    keys: [...keys],
    questionIds: [...questionIds],
    snapshot,
    expiresAt: renderedAt + storedMs,
    brotli: await toBrotli(body, { params }),
  }
}

const toStrings = (headers: OutgoingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** A checksum, the header as JSON and the body, each but the last with a line break. */
export function serializePage({ brotli, ...header }: StoredPage): Buffer {
  const content = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), brotli])
  return Buffer.concat([Buffer.from(`${checksumOf(content)}\n`), content])
}

/** Null when the file is damaged or has another format. */
export function parsePage(file: Buffer): StoredPage | null {
  const contentStart = file.indexOf('\n') + 1
  const content = file.subarray(contentStart)
  const bodyStart = content.indexOf('\n') + 1
  if (contentStart === 0 || bodyStart === 0) return null
  if (checksumOf(content) !== file.toString('latin1', 0, contentStart - 1)) return null
  const header = headerSchema.safeParse(JSON.parse(content.toString('utf8', 0, bodyStart)))
  return header.success ? { ...header.data, brotli: content.subarray(bodyStart) } : null
}

const checksumOf = (content: Buffer) => createHash('sha256').update(content).digest('base64url')

export const decompressPage = ({ brotli }: StoredPage) => fromBrotli(brotli)

/** `source` is the value of `X-Cache`; null for a page that was rendered for this request. */
export async function sendStored(
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  page: StoredPage,
  source: 'stored' | null,
) {
  const commonHeaders = {
    ...page.headers,
    etag: page.etag,
    ...(source === null ? {} : { 'x-cache': source }),
  }
  if (headers['if-none-match']?.includes(page.etag) === true) {
    response.writeHead(304, flattenHeaders(commonHeaders))
    response.end()
    return
  }
  const { bytes, encoding } = await encodeFor(headers['accept-encoding'], page)
  const encodingHeader = encoding === null ? {} : { 'content-encoding': encoding }
  const allHeaders = { ...commonHeaders, ...encodingHeader, 'content-length': bytes.length }
  response.writeHead(200, flattenHeaders(allHeaders))
  response.end(method === 'HEAD' ? undefined : bytes)
}

async function encodeFor(accept: unknown, page: StoredPage) {
  const encoding = acceptedEncoding(accept)
  if (encoding === 'br') return { bytes: page.brotli, encoding }
  const body = await decompressPage(page)
  return encoding === 'gzip'
    ? { bytes: await toGzip(body, { level: 4 }), encoding }
    : { bytes: body, encoding: null }
}
