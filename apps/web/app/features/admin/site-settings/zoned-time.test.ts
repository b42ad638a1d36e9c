import { describe, expect, it } from 'vitest'
import { fromZoned, toZoned } from './zoned-time.ts'

const rows = [
  ['2026-11-20T18:00Z', 'UTC', '2026-11-20T18:00'],
  ['2026-11-20T18:00Z', 'Europe/Berlin', '2026-11-20T19:00'],
  ['2026-07-20T18:00Z', 'Europe/Berlin', '2026-07-20T20:00'],
  ['2026-11-20T20:00Z', 'Asia/Kolkata', '2026-11-21T01:30'],
  ['2026-11-01T01:30Z', 'America/New_York', '2026-10-31T21:30'],
  // An hour before and after the clocks change.
  ['2026-03-29T00:30Z', 'Europe/Berlin', '2026-03-29T01:30'],
  ['2026-03-29T01:30Z', 'Europe/Berlin', '2026-03-29T03:30'],
] as const

describe('the time of a date-time field', () => {
  it.each(rows)('is that of the zone: %s in %s', (utc, zone, local) => {
    expect(toZoned(utc, zone)).toBe(local)
    expect(fromZoned(local, zone)).toBe(utc)
  })

  it('is empty without a time', () => {
    expect([toZoned('', 'UTC'), fromZoned('', 'UTC')]).toEqual(['', ''])
  })

  it('goes on after an hour that the clocks skip', () => {
    expect(fromZoned('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30Z')
  })
})
