import { describe, expect, it } from 'vitest'
import {
  canBeDuplicateOf,
  canGiveReason,
  findDuplicateTarget,
  isClosingReason,
} from './closing.rules.ts'

const siteUrl = 'https://stoa.example'
const id = '10010000000000001'

describe('closing rules', () => {
  it.each([
    [60, true],
    [63, true],
    [64, true],
    [59, true],
    [57, false],
    [0, false],
  ])('isClosingReason: %i: %s', (reason, expected) => {
    expect(isClosingReason(reason)).toBe(expected)
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

  it.each([
    [undefined, 'duplicate.not_a_question'],
    [{ id, status: 1, isDuplicate: false }, 'duplicate.itself'],
    [{ id: '2', status: 1, isDuplicate: false }, 'ok'],
    [{ id: '2', status: 2, isDuplicate: false }, 'ok'],
    [{ id: '2', status: 2, isDuplicate: true }, 'duplicate.of_duplicate'],
    [{ id: '2', status: 10, isDuplicate: false }, 'duplicate.not_a_question'],
    [{ id: '2', status: 11, isDuplicate: false }, 'duplicate.not_a_question'],
  ])('canBeDuplicateOf: %o: %s', (target, expected) => {
    const verdict = canBeDuplicateOf(id, target)
    expect(verdict.ok ? 'ok' : verdict.code).toBe(expected)
  })
})
