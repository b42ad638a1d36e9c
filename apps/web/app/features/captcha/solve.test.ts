import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sha256 } from './sha256.ts'
import { solve } from './solve.ts'

const hex = (words: Int32Array) =>
  [...words].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
const truth = (text: string) => createHash('sha256').update(text).digest('hex')

describe('the hash', () => {
  it('is SHA-256 for every length it takes', () => {
    for (let length = 0; length <= 55; length++) {
      const text = 'The quick brown fox jumps over the lazy dog, twice or so'.slice(0, length)
      expect(hex(sha256(text))).toBe(truth(text))
    }
    expect(() => sha256('x'.repeat(56))).toThrow()
  })
})

describe('solving', () => {
  const work = (number: number) => ({
    algorithm: 'SHA-256' as const,
    salt: 'a7b8c9d0e1f2g3h4i5j6k7?expires=1893456000',
    challenge: truth(`a7b8c9d0e1f2g3h4i5j6k7?expires=1893456000${number}`),
    maxnumber: 200_000,
    signature: 'signed',
  })

  it.each([0, 1_999, 2_000, 123_456, 200_000])('finds %i', async (number) => {
    const code = await solve(work(number), new AbortController().signal)
    expect(JSON.parse(atob(code))).toEqual({ ...work(number), number })
  })

  it('says so when there is nothing to find, and stops when told to', async () => {
    const { signal } = new AbortController()
    await expect(solve({ ...work(50), maxnumber: 49 }, signal)).rejects.toThrow('no answer')
    await expect(solve(work(200_000), AbortSignal.abort())).rejects.toThrow()
  })
})
