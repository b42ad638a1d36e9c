import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { acceptedEncoding, type Encoding } from '../web/compress.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
// Made once and sent often; beyond this a percent of the bytes costs many times the time.
const brotliQuality = 7

/** What a page was answered with, before it is packed. */
export type Answer = {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer
  /** What stands on it, so that it goes when one of that changes. */
  tags: readonly string[]
  /** Whose views the page counts as. */
  questionIds: readonly string[]
}

/** Where a page came from: memory, memory beyond its time, or made just now. */
export type PageSource = 'hit' | 'stale' | 'made'

type Form = { heads: Record<PageSource, string[]>; bytes: Buffer }

/** A page ready to be sent: each encoding with its header block. */
export type KeptPage = {
  key: string
  etag: string
  forms: Record<Encoding | 'none', Form>
  unchanged: string[]
  tags: readonly string[]
  questionIds: readonly string[]
  bytes: number
  /** Milliseconds, of the clock. */
  madeAt: number
  /** The settings it was made with. */
  settings: number
}

// Weak, because the compressed forms of a page share it.
export function etagOf(body: Buffer) {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

type Circumstances = { key: string; madeAt: number; settings: number }

export async function pack(answer: Answer, circumstances: Circumstances): Promise<KeptPage> {
  const { body, headers, tags, questionIds } = answer
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }
  const [br, gz] = await Promise.all([toBrotli(body, quality), toGzip(body, { level: 6 })])
  const etag = etagOf(body)
  const common = { ...headers, etag }
  const form = (bytes: Buffer, encoding?: Encoding): Form => {
    const whole = {
      ...common,
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
      'content-length': String(bytes.length),
    }
    const heads = {
      hit: block(whole, 'hit'),
      stale: block(whole, 'stale'),
      made: block(whole, 'made'),
    }
    return { bytes, heads }
  }
  return {
    ...circumstances,
    etag,
    tags,
    questionIds,
    forms: { br: form(br, 'br'), gzip: form(gz, 'gzip'), none: form(body) },
    unchanged: block(common, 'hit'),
    bytes: body.length + br.length + gz.length + 4096,
  }
}

/** Names and values in one flat list: the form in which Node writes them as they are. */
function block(headers: OutgoingHttpHeaders, source: PageSource): string[] {
  const entries = Object.entries({ ...headers, 'x-cache': source })
  return entries.flatMap(([name, value]) => [name, String(value)])
}

/** Sends a kept page past everything that makes one. */
export function sendKept(
  request: IncomingMessage,
  response: ServerResponse,
  page: KeptPage,
  source: PageSource,
) {
  const { headers, method } = request
  const known = headers['if-none-match']
  if (known !== undefined && known.includes(page.etag)) {
    response.writeHead(304, page.unchanged)
    response.end()
    return
  }
  const form = page.forms[acceptedEncoding(headers['accept-encoding']) ?? 'none']
  response.writeHead(200, form.heads[source])
  response.end(method === 'HEAD' ? undefined : form.bytes)
}
