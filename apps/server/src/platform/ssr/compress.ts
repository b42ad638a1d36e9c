import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

// Smaller bodies fit into one packet.
const minBytes = 1024
const fastQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

export type Encoding = 'br' | 'gzip'
type Compressed = { bytes: Buffer; encoding: Encoding | null }

/** Favors speed over ratio, because the result is sent once. */
export async function compressBody(accept: unknown, body: Buffer): Promise<Compressed> {
  const encoding = body.length < minBytes ? null : acceptedEncoding(accept)
  if (encoding === 'br') return { bytes: await toBrotli(body, fastQuality), encoding }
  if (encoding === 'gzip') return { bytes: await toGzip(body, { level: 4 }), encoding }
  return { bytes: body, encoding: null }
}

// Browsers send one of a few dozen values.
const encodingByHeader = new Map<string, Encoding | null>()
const maxMemoized = 200

export function acceptedEncoding(header: unknown): Encoding | null {
  if (typeof header !== 'string') return null
  const memoized = encodingByHeader.get(header)
  if (memoized !== undefined) return memoized
  const fallback = accepts(header, 'gzip') ? 'gzip' : null
  const best = accepts(header, 'br') ? 'br' : fallback
  if (encodingByHeader.size < maxMemoized) encodingByHeader.set(header, best)
  return best
}

function accepts(header: string, encoding: string) {
  return header.split(',').some((part) => {
    const [name = '', weight = ''] = part.split(';').map((piece) => piece.trim())
    return name === encoding && !/^q=0(\.0*)?$/.test(weight)
  })
}
