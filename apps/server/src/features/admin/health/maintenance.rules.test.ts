import { expect, it } from 'vitest'
import { isReplaceable, isStalled, pauseAfter } from './maintenance.rules.ts'

const now = new Date('2026-05-01T12:00:00Z')
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000)

it.each([
  ['running', 10, false, false],
  ['running', 60, false, false],
  ['running', 61, true, true],
  ['done', 3600, false, true],
  ['failed', 3600, false, true],
  ['interrupted', 0, false, true],
])('a run that is %s, with a sign of life %i s ago, stalled: %s, replaceable: %s', (...row) => {
  const [state, seconds, stalled, replaceable] = row
  const run = { state, touchedAt: secondsAgo(seconds) }
  expect([isStalled(run, now), isReplaceable(run, now)]).toEqual([stalled, replaceable])
})

it.each([
  [0, 5],
  [200, 200],
  [60_000, 10_000],
])('pauseAfter %i ms of work waits %i ms', (worked, pause) => {
  expect(pauseAfter(worked)).toBe(pause)
})
