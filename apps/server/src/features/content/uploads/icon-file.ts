import { convertIconBitmap } from './icon-bitmap.ts'

const headerBytes = 6
const entryBytes = 16
const maxEntries = 64
const png = [0x89, 0x50, 0x4e, 0x47]

/** The largest image in an ICO file as PNG; null for other files. Large images of icons are PNG, older ones bitmaps. */
export function findIconImage(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  const images = listImages(bytes).toSorted((one, other) => other.length - one.length)
  const largest = images.find(isPng)
  if (largest !== undefined) return largest
  for (const image of images) {
    const converted = convertIconBitmap(image)
    if (converted !== null) return converted
  }
  return null
}

function isPng(image: Uint8Array) {
  return png.every((byte, position) => image[position] === byte)
}

function listImages(bytes: Uint8Array<ArrayBuffer>) {
  if (bytes.length < headerBytes) return []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const isIcon = view.getUint16(0, true) === 0 && view.getUint16(2, true) === 1
  if (!isIcon) return []
  const count = Math.min(view.getUint16(4, true), maxEntries)
  const images = []
  for (let index = 0; index < count; index++) {
    const entry = headerBytes + index * entryBytes
    if (entry + entryBytes > bytes.length) break
    const size = view.getUint32(entry + 8, true)
    const start = view.getUint32(entry + 12, true)
    images.push(bytes.subarray(start, start + size))
  }
  return images
}
