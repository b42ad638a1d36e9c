import { describe, expect, it } from 'vitest'
import { toExpiresAt } from './key-expiry.ts'

describe('toExpiresAt', () => {
  const now = Date.UTC(2026, 0, 1)

  it('counts days from now', () => {
    expect(toExpiresAt('30', '', now)).toBe(now / 1000 + 30 * 86_400)
    expect(toExpiresAt('365', '2026-05-05', now)).toBe(now / 1000 + 365 * 86_400)
  })

  it('returns nothing for a key that never expires', () => {
    expect(toExpiresAt('never', '2026-05-05', now)).toBeUndefined()
  })

  it('returns the end of a day', () => {
    const end = new Date(2026, 4, 5, 23, 59, 59).getTime() / 1000
    expect(toExpiresAt('date', '2026-05-05', now)).toBe(end)
  })

  it('returns a time in the past without a day', () => {
    expect(toExpiresAt('date', '', now)).toBe(1)
  })
})
