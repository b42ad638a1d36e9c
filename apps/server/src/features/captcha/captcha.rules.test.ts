import { challengeActions } from '@stoa/contract/challenge'
import { describe, expect, it } from 'vitest'
import { isCounted, isDue, policies } from './captcha.rules.ts'

const now = new Date('2026-05-04T12:00:00Z')
const past = (count: number, secondsAgo: number) => ({
  count,
  lastAt: new Date(now.getTime() - secondsAgo * 1_000),
})

const minutes = 60

describe('a challenge', () => {
  it.each(challengeActions)('is not asked of someone who never did it: %s', (action) => {
    expect(isDue(policies[action], { count: 0, lastAt: null }, now)).toBe(false)
  })

  it.each([
    // action, done so often, the last so many seconds ago, asks
    ['email', 9, 1, false],
    ['email', 10, 1, true],
    ['password', 2, 1, false],
    ['password', 3, 1, true],
    ['password', 3, 30 * minutes, true],
    ['password', 3, 30 * minutes + 1, false],
    ['edit_userinfo', 2, 1, false],
    ['edit_userinfo', 3, 29 * minutes, true],
    ['question', 1, 5, true],
    ['question', 1, 6, false],
    ['question', 9, 6, false],
    ['question', 10, 6, true],
    ['question', 10, 31 * minutes, false],
    ['answer', 1, 5, true],
    ['answer', 10, 6, true],
    ['comment', 1, 1, true],
    ['comment', 29, 2, false],
    ['comment', 30, 2, true],
    ['edit', 9, 0, false],
    ['edit', 10, 0, true],
    ['invitation_answer', 29, 0, false],
    ['invitation_answer', 30, 0, true],
    ['search', 19, 0, false],
    ['search', 20, 60, true],
    ['search', 20, 61, false],
    ['report', 1, 1, true],
    ['report', 30, 2, true],
    ['delete', 1, 5, true],
    ['delete', 4, 6, false],
    ['delete', 5, 6, true],
    ['vote', 39, 0, false],
    ['vote', 40, 0, true],
  ] as const)('for %s after %i, the last %i s ago: %s', (action, count, secondsAgo, asks) => {
    expect(isDue(policies[action], past(count, secondsAgo), now)).toBe(asks)
  })

  it.each([
    ['password', 'done', false],
    ['password', 'refused', true],
    ['password', 'stopped', false],
    ['email', 'done', true],
    ['email', 'refused', true],
    ['question', 'done', true],
    ['question', 'refused', false],
    ['vote', 'stopped', true],
  ] as const)('counts a %s that was %s: %s', (action, outcome, counts) => {
    expect(isCounted(policies[action], outcome)).toBe(counts)
  })
})
