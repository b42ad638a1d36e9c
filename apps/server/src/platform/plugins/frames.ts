// Messages between the site and the process of a plugin: four bytes with the length, then JSON.

/** Of a message from a plugin. Those to a plugin may be larger, because they contain responses of servers. */
export const maxFrameBytes = 1024 * 1024

const headerBytes = 4

export class FrameTooLarge extends Error {
  override name = 'FrameTooLarge'
}

export function encodeFrame(message: unknown): Buffer {
  const text = JSON.stringify(message)
  const bytes = Buffer.byteLength(text)
  const frame = Buffer.allocUnsafe(headerBytes + bytes)
  frame.writeUInt32BE(bytes)
  frame.write(text, headerBytes)
  return frame
}

/** Returns what takes the bytes as they arrive. Throws before it stores more than the maximum. */
export function createFrameReader(
  maxBytes: number,
  onFrame: (message: unknown, bytes: number) => void,
): (chunk: Buffer) => void {
  let chunks: Buffer[] = []
  let stored = 0

  function take(bytes: number): Buffer {
    const [first = Buffer.of()] = chunks
    const all = chunks.length === 1 ? first : Buffer.concat(chunks, stored)
    const rest = all.subarray(bytes)
    chunks = rest.length === 0 ? [] : [rest]
    stored = rest.length
    return all.subarray(0, bytes)
  }

  let length: number | null = null
  return (chunk) => {
    chunks.push(chunk)
    stored += chunk.length
    for (;;) {
      if (length === null) {
        if (stored < headerBytes) return
        length = take(headerBytes).readUInt32BE()
        if (length > maxBytes) throw new FrameTooLarge(`a message of ${length} bytes`)
      }
      if (stored < length) return
      const bytes = length
      length = null
      onFrame(JSON.parse(take(bytes).toString('utf8')), bytes)
    }
  }
}
