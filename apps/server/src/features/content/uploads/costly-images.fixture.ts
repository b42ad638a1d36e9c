import { deflateSync } from 'node:zlib'
import { aPngOf } from './hostile-files.fixture.ts'

/** A 16-bit interlaced PNG: a small file that must be decoded in memory as a whole. */
export function anInterlacedPng(side: number) {
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const
  const bytesPerPixel = 8
  const sizes = passes.map(([x, y, dx, dy]) => {
    const [columns, rows] = [Math.ceil((side - x) / dx), Math.ceil((side - y) / dy)]
    return rows * (1 + columns * bytesPerPixel)
  })
  const pixels = deflateSync(Buffer.alloc(sizes.reduce((sum, size) => sum + size, 0)))
  return aPngOf(side, side, pixels, { depth: 16, color: 6, interlace: 1 })
}

/** A progressive JPEG. Each scan is 60 bytes and makes the decoder visit all blocks again. */
export function aScanBomb(side: number, scans: number) {
  const segment = (marker: number, data: readonly number[]) => {
    const length = data.length + 2
    return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...data])
  }
  const size = [side >> 8, side & 0xff]
  const components = [1, 2, 3]
  const frame = [8, ...size, ...size, 3, ...components.flatMap((id) => [id, 0x11, 0])]
  const oneCode = (table: number, symbol: number) => [
    table,
    1,
    ...Array<number>(15).fill(0),
    symbol,
  ]
  const blocks = Math.ceil(side / 8) ** 2
  const scan = segment(0xda, [1, 1, 0, 1, 1, 0])
  const skipped = endOfBandRuns(blocks)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    segment(0xc2, frame),
    segment(0xc4, oneCode(0x00, 0)),
    segment(0xc4, oneCode(0x10, 0xe0)),
    segment(0xda, [3, ...components.flatMap((id) => [id, 0]), 0, 0, 0]),
    Buffer.alloc(Math.ceil((blocks * components.length) / 8)),
    ...Array<Buffer[]>(scans).fill([scan, skipped]).flat(),
    Buffer.from([0xff, 0xd9]),
  ])
}

/** Runs of 32,767 empty blocks, one 15-bit code each. */
function endOfBandRuns(blocks: number) {
  const bits = `0${'1'.repeat(14)}`.repeat(Math.ceil(blocks / 32_767))
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1').match(/.{8}/g) ?? []
  // A byte of ones needs a zero after it, or it would be a marker.
  return Buffer.from(bytes.flatMap((byte) => (byte === '11111111' ? [0xff, 0] : parseInt(byte, 2))))
}

/** Each frame changes a single pixel. */
export function aLongGif(frames: number, side: number) {
  const header = Buffer.alloc(13)
  header.write('GIF89a', 'latin1')
  header.writeUInt16LE(side, 6)
  header.writeUInt16LE(side, 8)
  header[10] = 0x80
  const palette = Buffer.from([0, 0, 0, 255, 255, 255])
  const frame = (index: number) => {
    const control = [0x21, 0xf9, 4, 4, 5, 0, 0, 0]
    const at = [index % side, 0, Math.floor(index / side) % side, 0]
    // One white pixel as LZW: clear, 1, end.
    return Buffer.from([...control, 0x2c, ...at, 1, 0, 1, 0, 0, 2, 2, 0x4c, 0x01, 0])
  }
  const all = Array.from({ length: frames }, (_, index) => frame(index))
  return Buffer.concat([header, palette, ...all, Buffer.from([0x3b])])
}
