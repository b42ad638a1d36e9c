import { describe, expect, it } from 'vitest'
import { createFrameReader, encodeFrame, FrameTooLarge } from './frames.ts'

function aReader(maxBytes = 1000) {
  const frames: unknown[] = []
  return { frames, read: createFrameReader(maxBytes, (frame) => frames.push(frame)) }
}

describe('createFrameReader', () => {
  it('reads frames that arrive in any pieces', () => {
    const messages = [{ text: 'é'.repeat(50) }, 1, null, ['a', { b: [] }]]
    const bytes = Buffer.concat(messages.map(encodeFrame))
    for (const size of [1, 2, 3, 7, 64, bytes.length]) {
      const { frames, read } = aReader()
      for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size))
      expect(frames).toEqual(messages)
    }
  })

  it('rejects a frame that is too large when its length arrives', () => {
    const { frames, read } = aReader(100)
    const frame = encodeFrame('x'.repeat(200))
    read(frame.subarray(0, 3))
    expect(() => read(frame.subarray(3, 4))).toThrow(FrameTooLarge)
    expect(frames).toEqual([])
  })

  it('fails for bytes that are not JSON', () => {
    const frame = encodeFrame('text')
    frame[5] = 0
    expect(() => aReader().read(frame)).toThrow(SyntaxError)
  })
})
