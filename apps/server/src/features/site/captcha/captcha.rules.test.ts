import { captchaActions } from '@stoa/contract/captcha'
import { describe, expect, it } from 'vitest'
import { isCounted, isCaptchaRequired, policies } from './captcha.rules.ts'

const now = new Date('2026-05-04T12:00:00Z')
const previous = (count: number, secondsAgo: number) => ({
  count,
  lastAt: new Date(now.getTime() - secondsAgo * 1_000),
})

const minutes = 60

describe('captcha policies', () => {
  it.each(captchaActions)('require no captcha for the first %s', (action) => {
    expect(isCaptchaRequired(policies[action], { count: 0, lastAt: null }, now)).toBe(false)
  })

  it.each([
    // action, count, seconds since the last one, captcha required
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
  ] as const)(
    'require a captcha for %s after %i, the last %i s ago: %s',
    (action, count, secondsAgo, isRequired) => {
      expect(isCaptchaRequired(policies[action], previous(count, secondsAgo), now)).toBe(isRequired)
    },
  )

  it.each([
    ['password', 'done', false],
    ['password', 'rejected', true],
    ['password', 'failed', false],
    ['email', 'done', true],
    ['email', 'rejected', true],
    ['question', 'done', true],
    ['question', 'rejected', false],
    ['vote', 'failed', true],
  ] as const)('count a %s with the outcome %s: %s', (action, outcome, isCountedAction) => {
    expect(isCounted(policies[action], outcome)).toBe(isCountedAction)
  })
})
