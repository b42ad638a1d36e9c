import { expect, it } from 'vitest'
import { findBlockEnd, canPostAgain, countRecentDeletions } from './deletions.rules.ts'

const policy = { maxDeletions: 3, withinDays: 30, blockDays: 7 }
const now = new Date('2026-06-30T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

it.each<[string, number[], typeof policy, number | null]>([
  ['no deletions', [], policy, null],
  ['one deletion below the limit', [0, 1], policy, null],
  ['as many deletions as the limit', [0, 1, 2], policy, 7],
  ['block starts at the last deletion', [5, 6, 7], policy, 2],
  ['block has ended', [7, 8, 9], policy, null],
  ['block ends within the hour', [6.99, 8, 9], policy, 0.01],
  ['deletions spread over exactly the time window', [0, 10, 30], policy, 7],
  ['deletions spread over more than the time window', [0, 10, 31], policy, null],
  ['one recent and two older deletions', [1, 32, 33], policy, null],
  ['the last three of four deletions are within the window', [0, 20, 25, 29], policy, 7],
  ['a later single deletion extends the block', [1, 4, 5, 6], policy, 6],
  ['limit 0 disables blocking', [0, 0, 0, 0], { ...policy, maxDeletions: 0 }, null],
  ['limit 1 blocks at once', [3], { ...policy, maxDeletions: 1 }, 4],
])('%s', (_name, days, rules, blockedFor) => {
  const times = days.map(daysAgo)
  const until = findBlockEnd(times, rules, now)
  expect(until).toEqual(blockedFor === null ? null : daysAgo(-blockedFor))
  expect(canPostAgain(times, rules, now)).toEqual(
    blockedFor === null
      ? { ok: true }
      : { ok: false, code: 'post.deletion_block', values: { days: Math.ceil(blockedFor) } },
  )
})

it('countRecentDeletions counts deletions within the time window', () => {
  expect(countRecentDeletions([0, 29, 30, 31].map(daysAgo), policy, now)).toBe(3)
})
