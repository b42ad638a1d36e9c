/** The extensions are those that admins can allow. */
export type ImageType = {
  format: 'jpeg' | 'png' | 'webp' | 'gif'
  extensions: readonly string[]
}

/** By magic bytes; the file name and media type of the request are not trusted. */
export function detectImageType(bytes: Uint8Array): ImageType | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return { format: 'jpeg', extensions: ['jpg', 'jpeg'] }
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) {
    return { format: 'png', extensions: ['png'] }
  }
  if (startsWith(bytes, [0x47, 0x49, 0x46, 0x38])) return { format: 'gif', extensions: ['gif'] }
  const isRiff = startsWith(bytes, [0x52, 0x49, 0x46, 0x46])
  const isWebp = isRiff && startsWith(bytes.subarray(8), [0x57, 0x45, 0x42, 0x50])
  return isWebp ? { format: 'webp', extensions: ['webp'] } : null
}

function startsWith(bytes: Uint8Array, start: readonly number[]) {
  return start.every((byte, index) => bytes[index] === byte)
}
