import { crc32, deflateSync } from 'node:zlib'

const headerBytes = 40
const maxSide = 256

/** A bitmap of an ICO file as PNG, which sharp can read. Null for other data and rare kinds of bitmaps. */
export function convertIconBitmap(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const bitmap = readBitmap(bytes)
  return bitmap === null ? null : toPng(bitmap)
}

type Bitmap = ReturnType<typeof readHeader> & { view: DataView<ArrayBuffer> }

function readBitmap(bytes: Uint8Array<ArrayBuffer>): Bitmap | null {
  if (bytes.length < headerBytes) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const header = readHeader(view)
  const { width, height, bits, isPlain, end } = header
  const isSupported = isPlain && [1, 4, 8, 24, 32].includes(bits)
  const isIcon = width >= 1 && width <= maxSide && height >= 1 && height <= maxSide
  return isSupported && isIcon && end <= bytes.length ? { ...header, view } : null
}

/** The colors are followed by a mask with one bit per pixel, which counts as the second half of the height. */
function readHeader(view: DataView) {
  const width = view.getInt32(4, true)
  const height = view.getInt32(8, true) / 2
  const bits = view.getUint16(14, true)
  const colors = bits > 8 ? 0 : view.getUint32(32, true) || 2 ** bits
  const palette = view.getUint32(0, true)
  const pixels = palette + colors * 4
  const stride = rowBytes(width, bits)
  const mask = pixels + stride * height
  const end = mask + rowBytes(width, 1) * height
  const isPlain = palette === headerBytes && view.getUint32(16, true) === 0 && colors <= 256
  return { width, height, bits, palette, colors, pixels, stride, mask, end, isPlain }
}

/** Rows end at a multiple of four bytes. */
function rowBytes(width: number, bits: number) {
  return Math.ceil((width * bits) / 32) * 4
}

/** Rows from bottom to top, colors as blue, green, red. Old icons have no alpha, or only zeros, and a mask. */
function readPixels(bitmap: Bitmap, usesMask: boolean) {
  const { width, height, bits, pixels, stride, mask, view } = bitmap
  const rows = Buffer.alloc(height * (1 + width * 4))
  for (let y = 0; y < height; y++) {
    const row = pixels + (height - 1 - y) * stride
    const maskRow = mask + (height - 1 - y) * rowBytes(width, 1)
    for (let x = 0; x < width; x++) {
      const color = bits >= 24 ? row + (x * bits) / 8 : paletteEntry(bitmap, row, x)
      const isHidden = ((view.getUint8(maskRow + (x >> 3)) >> (7 - (x & 7))) & 1) === 1
      const alpha = usesMask ? (isHidden ? 0 : 255) : view.getUint8(color + 3)
      const target = y * (1 + width * 4) + 1 + x * 4
      for (const [position, source] of [2, 1, 0].entries())
        rows[target + position] = view.getUint8(color + source)
      rows[target + 3] = alpha
    }
  }
  return rows
}

function paletteEntry({ bits, palette, colors, view }: Bitmap, row: number, x: number) {
  const bit = x * bits
  const index = (view.getUint8(row + (bit >> 3)) >> (8 - bits - (bit & 7))) & (2 ** bits - 1)
  return palette + Math.min(index, colors - 1) * 4
}

function hasAlpha({ bits, pixels, mask, view }: Bitmap) {
  if (bits !== 32) return false
  for (let at = pixels + 3; at < mask; at += 4) if (view.getUint8(at) !== 0) return true
  return false
}

function toPng(bitmap: Bitmap): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(bitmap.width, 0)
  head.writeUInt32BE(bitmap.height, 4)
  // Eight bits per color, with alpha.
  head.set([8, 6], 8)
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', head),
      chunk('IDAT', deflateSync(readPixels(bitmap, !hasAlpha(bitmap)))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

function chunk(type: string, data: Buffer) {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(content.length + 8)
  frame.writeUInt32BE(data.length, 0)
  frame.set(content, 4)
  frame.writeUInt32BE(crc32(content), content.length + 4)
  return frame
}
