import { inflateSync } from 'node:zlib'

type Table = { tag: Buffer; checksum: number; bytes: Buffer }

/** Unpacks a WOFF 1.0 file (https://www.w3.org/TR/WOFF/): the image library reads only plain fonts. */
export function unwrapWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF file')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => readTable(woff, 44 + index * 20))
  const header = Buffer.alloc(12 + count * 16)
  woff.copy(header, 0, 4, 8)
  const exponent = Math.floor(Math.log2(count))
  header.writeUInt16BE(count, 4)
  header.writeUInt16BE(2 ** exponent * 16, 6)
  header.writeUInt16BE(exponent, 8)
  header.writeUInt16BE(count * 16 - 2 ** exponent * 16, 10)
  let offset = header.length
  const parts = [header]
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const entry = 12 + index * 16
    tag.copy(header, entry)
    header.writeUInt32BE(checksum, entry + 4)
    header.writeUInt32BE(offset, entry + 8)
    header.writeUInt32BE(bytes.length, entry + 12)
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4)
    bytes.copy(padded)
    parts.push(padded)
    offset += padded.length
  }
  return Buffer.concat(parts)
}

function readTable(woff: Buffer, at: number): Table {
  const [offset, packed, length] = [4, 8, 12].map((step) => woff.readUInt32BE(at + step)) as [
    number,
    number,
    number,
  ]
  const bytes = woff.subarray(offset, offset + packed)
  return {
    tag: woff.subarray(at, at + 4),
    checksum: woff.readUInt32BE(at + 16),
    bytes: packed < length ? inflateSync(bytes) : bytes,
  }
}
