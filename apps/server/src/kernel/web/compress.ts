import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

// Under this a packet carries it anyway.
const smallest = 1024
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

type Compressed = { bytes: Buffer; encoding: 'br' | 'gzip' | null }

/** Compresses a page that is made for one request: quickly rather than well. */
export async function compressBody(accept: unknown, body: Buffer): Promise<Compressed> {
  const accepted = typeof accept === 'string' ? accept : ''
  if (body.length < smallest) return { bytes: body, encoding: null }
  if (accepts(accepted, 'br')) return { bytes: await toBrotli(body, quick), encoding: 'br' }
  if (accepts(accepted, 'gzip'))
    return { bytes: await toGzip(body, { level: 4 }), encoding: 'gzip' }
  return { bytes: body, encoding: null }
}

function accepts(header: string, encoding: string) {
  return header.split(',').some((part) => {
    const [name = '', weight = ''] = part.split(';').map((piece) => piece.trim())
    return name === encoding && !/^q=0(\.0*)?$/.test(weight)
  })
}
