import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { solve } from './solve-captcha.ts'

const expectedHash = (text: string) => createHash('sha256').update(text).digest('hex')

describe('solve', () => {
  const aProofOfWork = (number: number) => ({
    algorithm: 'SHA-256' as const,
    salt: 'a7b8c9d0e1f2g3h4i5j6k7?expires=1893456000',
    challenge: expectedHash(`a7b8c9d0e1f2g3h4i5j6k7?expires=1893456000${number}`),
    maxnumber: 200_000,
    signature: 'signed',
  })

  it.each([0, 1_999, 2_000, 123_456, 200_000])('finds the number %i', async (number) => {
    const code = await solve(aProofOfWork(number), new AbortController().signal)
    expect(JSON.parse(atob(code))).toEqual({ ...aProofOfWork(number), number })
  })

  it('rejects when there is no solution or the signal is aborted', async () => {
    const { signal } = new AbortController()
    await expect(solve({ ...aProofOfWork(50), maxnumber: 49 }, signal)).rejects.toThrow(
      'no solution',
    )
    await expect(solve(aProofOfWork(200_000), AbortSignal.abort())).rejects.toThrow()
  })
})
