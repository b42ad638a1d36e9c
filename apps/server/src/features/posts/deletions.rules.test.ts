import { expect, it } from 'vitest'
import { blockedUntil, canPostAgain, countedNow } from './deletions.rules.ts'

const policy = { most: 3, withinDays: 30, blockDays: 7 }
const now = new Date('2026-06-30T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

it.each<[string, number[], typeof policy, number | null]>([
  ['nothing was deleted', [], policy, null],
  ['one fewer', [0, 1], policy, null],
  ['as many as it takes', [0, 1, 2], policy, 7],
  ['the block counts from the last of them', [5, 6, 7], policy, 2],
  ['it is over', [7, 8, 9], policy, null],
  ['the last hour of it', [6.99, 8, 9], policy, 0.01],
  ['spread over just the time', [0, 10, 30], policy, 7],
  ['spread over more', [0, 10, 31], policy, null],
  ['an older group that still blocks', [1, 32, 33], policy, null],
  ['one more does not have to be near all others', [0, 20, 25, 29], policy, 7],
  ['a later lone one leaves an earlier block as it was', [1, 4, 5, 6], policy, 6],
  ['switched off', [0, 0, 0, 0], { ...policy, most: 0 }, null],
  ['at the first', [3], { ...policy, most: 1 }, 4],
])('%s', (_name, days, rules, blockedFor) => {
  const times = days.map(daysAgo)
  const until = blockedUntil(times, rules, now)
  expect(until).toEqual(blockedFor === null ? null : daysAgo(-blockedFor))
  expect(canPostAgain(times, rules, now)).toEqual(
    blockedFor === null
      ? { ok: true }
      : { ok: false, code: 'post.deletion_block', values: { days: Math.ceil(blockedFor) } },
  )
})

it('counts what is recent enough to matter', () => {
  expect(countedNow([0, 29, 30, 31].map(daysAgo), policy, now)).toBe(3)
})
