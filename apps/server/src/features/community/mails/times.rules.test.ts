import { describe, expect, it } from 'vitest'
import { nextMailTime, type Timing } from './times.rules.ts'

const berlin: Timing = {
  timeZone: 'Europe/Berlin',
  quietHours: null,
  digestHour: 8,
  digestDay: 1,
}
const night = { from: 22, to: 7 }
const at = (text: string) => {
  const time = new Date(text)
  return { since: time, dueAt: time, now: time }
}

describe('nextMailTime', () => {
  it.each([
    ['immediate', '2026-11-18T10:00:00Z', '2026-11-18T10:00:00Z'],
    ['daily', '2026-11-18T06:59:59Z', '2026-11-18T07:00:00Z'],
    ['daily', '2026-11-18T07:00:00Z', '2026-11-19T07:00:00Z'],
    // Wednesday; the week ends on Monday.
    ['weekly', '2026-11-18T06:00:00Z', '2026-11-23T07:00:00Z'],
    ['weekly', '2026-11-23T06:00:00Z', '2026-11-23T07:00:00Z'],
    ['weekly', '2026-11-23T07:00:00Z', '2026-11-30T07:00:00Z'],
    // The clock goes back an hour on October 25 and forward on March 29: eight stays eight.
    ['daily', '2026-10-24T12:00:00Z', '2026-10-25T07:00:00Z'],
    ['daily', '2026-10-23T12:00:00Z', '2026-10-24T06:00:00Z'],
    ['daily', '2026-03-28T12:00:00Z', '2026-03-29T06:00:00Z'],
    ['daily', '2026-12-31T12:00:00Z', '2027-01-01T07:00:00Z'],
  ] as const)('%s after %s is %s', (frequency, since, expected) => {
    expect(nextMailTime(frequency, at(since), berlin)).toEqual(new Date(expected))
  })

  it.each([
    ['before the night', '2026-11-18T20:59:59Z', '2026-11-18T20:59:59Z'],
    ['in the evening', '2026-11-18T21:00:00Z', '2026-11-19T06:00:00Z'],
    ['after midnight', '2026-11-19T00:30:00Z', '2026-11-19T06:00:00Z'],
    ['at its end', '2026-11-19T06:00:00Z', '2026-11-19T06:00:00Z'],
    // In spring, the night is an hour shorter; in autumn, an hour longer.
    ['before the clock goes forward', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00Z'],
    ['after the clock went forward', '2026-03-29T01:30:00Z', '2026-03-29T05:00:00Z'],
    ['before the clock goes back', '2026-10-24T21:00:00Z', '2026-10-25T06:00:00Z'],
    ['in the second hour of two', '2026-10-25T01:30:00Z', '2026-10-25T06:00:00Z'],
  ])('waits for the end of quiet hours: %s', (_when, time, expected) => {
    const timing = { ...berlin, quietHours: night }
    expect(nextMailTime('immediate', at(time), timing)).toEqual(new Date(expected))
  })

  it('knows quiet hours by day, and time zones without whole hours', () => {
    const timing = { ...berlin, timeZone: 'Asia/Kolkata', quietHours: { from: 9, to: 17 } }
    expect(nextMailTime('immediate', at('2026-11-18T04:00:00Z'), timing)).toEqual(
      new Date('2026-11-18T11:30:00Z'),
    )
  })

  it('looks at the clock again when the mail had to wait', () => {
    const late = {
      since: new Date('2026-11-18T20:00:00Z'),
      dueAt: new Date('2026-11-18T20:55:00Z'),
    }
    const timing = { ...berlin, quietHours: night }
    const now = new Date('2026-11-18T21:05:00Z')
    const morning = new Date('2026-11-19T06:00:00Z')
    expect(nextMailTime('immediate', { ...late, now }, timing)).toEqual(morning)
    expect(nextMailTime('daily', { ...late, now }, { ...timing, digestHour: 21 })).toEqual(
      new Date('2026-11-19T20:00:00Z'),
    )
    expect(nextMailTime('immediate', { ...late, now }, berlin)).toEqual(now)
  })

  it('takes the hour after one that the clock leaves out', () => {
    const timing = { ...berlin, digestHour: 2 }
    expect(nextMailTime('daily', at('2026-03-28T12:00:00Z'), timing)).toEqual(
      new Date('2026-03-29T01:00:00Z'),
    )
  })

  it('takes the first of two equal hours', () => {
    const timing = { ...berlin, digestHour: 2 }
    expect(nextMailTime('daily', at('2026-10-24T12:00:00Z'), timing)).toEqual(
      new Date('2026-10-25T00:00:00Z'),
    )
  })
})
