import { describe, expect, it } from 'vitest'
import { timeLexemesSince } from './search.times.ts'

const day = 86_400
const newest = 1_794_787_200

function rangesSince(since: number) {
  return timeLexemesSince(since, newest)
    .split(' | ')
    .map((time) => {
      const [, level, place] = /^'@(\d+):(\d+)'$/.exec(time) ?? []
      const length = 2 ** Number(level)
      return { from: Number(place) * length, to: (Number(place) + 1) * length }
    })
}

describe('timeLexemesSince', () => {
  it.each([0, 0.1, 2, 30, 100, 700, 5_000])(
    'covers %d days without gaps in few lexemes',
    (days) => {
      const since = newest - days * day
      const ranges = rangesSince(since)
      expect(ranges.length).toBeLessThanOrEqual(32)
      const [first] = ranges
      expect(first?.from).toBeLessThanOrEqual(since)
      // Starts too early by at most a quarter of the range, or nine hours.
      expect(since - (first?.from ?? 0)).toBeLessThanOrEqual(Math.max(2 ** 15, (days * day) / 4))
      for (const [at, { from }] of ranges.slice(1).entries()) expect(from).toBe(ranges[at]?.to)
      // Covers documents of the coming years too.
      expect(ranges.at(-1)?.to).toBeGreaterThan(newest + 4 * 365 * day)
    },
  )
})
