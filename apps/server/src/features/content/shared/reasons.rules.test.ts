import { describe, expect, it } from 'vitest'
import { canGiveReason, findDuplicateTarget, isReasonFor } from './reasons.rules.ts'

const siteUrl = 'https://stoa.example'
const id = '10010000000000001'

describe('rules of reasons', () => {
  it.each([
    [60, true],
    [63, true],
    [64, true],
    [59, true],
    [57, false],
    [0, false],
  ])('isReasonFor closing: %i: %s', (reason, expected) => {
    expect(isReasonFor('question', 'close', reason)).toBe(expected)
  })

  it.each([
    [60, '', 'reason.content_required'],
    [59, '', 'reason.content_required'],
    [59, 'Because.', 'ok'],
    [63, '', 'ok'],
  ] as const)('canGiveReason: %i with "%s": %s', (reason, message, expected) => {
    const verdict = canGiveReason(reason, message)
    expect(verdict.ok ? 'ok' : verdict.code).toBe(expected)
  })

  it.each([
    [`${siteUrl}/questions/${id}`, id],
    [`${siteUrl}/questions/${id}/slug/10020000000000009?x=1#y`, id],
    [`/questions/${id}`, id],
    ['HTTPS://STOA.EXAMPLE/questions/D1D1', '10010000000000001'],
    [`https://stoa.example.evil/questions/${id}`, 'duplicate.other_site'],
    [`https://stoa.example@evil.example/questions/${id}`, 'duplicate.bad_url'],
    [`//evil.example/questions/${id}`, 'duplicate.bad_url'],
    ['javascript:alert(1)', 'duplicate.bad_url'],
    ['mailto:a@b.example', 'duplicate.bad_url'],
    ['the first one', 'duplicate.bad_url'],
    [siteUrl, 'duplicate.not_a_question'],
    [`${siteUrl}/users/ada`, 'duplicate.not_a_question'],
  ])('findDuplicateTarget: %s: %s', (url, expected) => {
    const target = findDuplicateTarget(url, siteUrl)
    expect(target.ok ? target.questionId : target.code).toBe(expected)
  })
})
