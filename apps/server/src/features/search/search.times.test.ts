import { describe, expect, it } from 'vitest'
import { timesSince } from './search.times.ts'

const day = 86_400
const newest = 1_794_787_200

/** The stretches, from where to where. */
function stretchesSince(since: number) {
  return timesSince(since, newest)
    .split(' | ')
    .map((time) => {
      const [, level, place] = /^'@(\d+):(\d+)'$/.exec(time) ?? []
      const length = 2 ** Number(level)
      return { from: Number(place) * length, to: (Number(place) + 1) * length }
    })
}

describe('the time since a moment', () => {
  it.each([0, 0.1, 2, 30, 100, 700, 5_000])('%d days ago has no gap and is few words', (days) => {
    const since = newest - days * day
    const stretches = stretchesSince(since)
    expect(stretches.length).toBeLessThanOrEqual(32)
    const [first] = stretches
    expect(first?.from).toBeLessThanOrEqual(since)
    // No more before it than a quarter of it, or nine hours.
    expect(since - (first?.from ?? 0)).toBeLessThanOrEqual(Math.max(2 ** 15, (days * day) / 4))
    for (const [at, { from }] of stretches.slice(1).entries()) expect(from).toBe(stretches[at]?.to)
    // What is written in the years to come is in it too.
    expect(stretches.at(-1)?.to).toBeGreaterThan(newest + 4 * 365 * day)
  })
})
