import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

// Under this a packet carries it anyway.
const smallest = 1024
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

export type Encoding = 'br' | 'gzip'
type Compressed = { bytes: Buffer; encoding: Encoding | null }

/** Compresses a page that is made for one request: quickly rather than well. */
export async function compressBody(accept: unknown, body: Buffer): Promise<Compressed> {
  const encoding = body.length < smallest ? null : acceptedEncoding(accept)
  if (encoding === 'br') return { bytes: await toBrotli(body, quick), encoding }
  if (encoding === 'gzip') return { bytes: await toGzip(body, { level: 4 }), encoding }
  return { bytes: body, encoding: null }
}

// Browsers send one of a few dozen texts.
const known = new Map<string, Encoding | null>()
const mostKnown = 200

/** The best encoding a browser takes; null when it wants none of ours. */
export function acceptedEncoding(header: unknown): Encoding | null {
  if (typeof header !== 'string') return null
  const before = known.get(header)
  if (before !== undefined) return before
  const fallback = accepts(header, 'gzip') ? 'gzip' : null
  const best = accepts(header, 'br') ? 'br' : fallback
  if (known.size < mostKnown) known.set(header, best)
  return best
}

function accepts(header: string, encoding: string) {
  return header.split(',').some((part) => {
    const [name = '', weight = ''] = part.split(';').map((piece) => piece.trim())
    return name === encoding && !/^q=0(\.0*)?$/.test(weight)
  })
}
