const headerBytes = 6
const entryBytes = 16
const maxEntries = 64
const png = [0x89, 0x50, 0x4e, 0x47]

/** The largest PNG image in an ICO file; null for other files, and for icons that hold bitmaps only. */
export function findIconImage(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  if (bytes.length < headerBytes) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const isIcon = view.getUint16(0, true) === 0 && view.getUint16(2, true) === 1
  if (!isIcon) return null
  const count = Math.min(view.getUint16(4, true), maxEntries)
  let largest: Uint8Array<ArrayBuffer> | null = null
  for (let index = 0; index < count; index++) {
    const entry = headerBytes + index * entryBytes
    if (entry + entryBytes > bytes.length) break
    const size = view.getUint32(entry + 8, true)
    const start = view.getUint32(entry + 12, true)
    const image = bytes.subarray(start, start + size)
    const isPng = png.every((byte, position) => image[position] === byte)
    if (isPng && image.length > (largest?.length ?? 0)) largest = image
  }
  return largest
}
