import { inflateSync } from 'node:zlib'

type Table = { tag: Buffer; checksum: number; bytes: Buffer }

/** The font inside a WOFF file (https://www.w3.org/TR/WOFF/): the library that draws reads no other form. */
export function unwrapWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('no WOFF file')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => readTable(woff, 44 + index * 20))
  const head = Buffer.alloc(12 + count * 16)
  woff.copy(head, 0, 4, 8)
  const power = Math.floor(Math.log2(count))
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(2 ** power * 16, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(count * 16 - 2 ** power * 16, 10)
  let offset = head.length
  const parts = [head]
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const entry = 12 + index * 16
    tag.copy(head, entry)
    head.writeUInt32BE(checksum, entry + 4)
    head.writeUInt32BE(offset, entry + 8)
    head.writeUInt32BE(bytes.length, entry + 12)
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
  const stored = woff.subarray(offset, offset + packed)
  return {
    tag: woff.subarray(at, at + 4),
    checksum: woff.readUInt32BE(at + 16),
    bytes: packed < length ? inflateSync(stored) : stored,
  }
}
