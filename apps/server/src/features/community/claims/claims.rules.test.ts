import { describe, expect, it } from 'vitest'
import { canReview, canUndo } from './claims.rules.ts'

const actor = (roleId: 1 | 2 | 3, reputation = 1) => ({
  id: '1',
  roleId,
  reputation,
  isActivated: true,
  isSuspended: false,
  hasUsedSecondFactor: false,
})
const required = (privilege: string) => (privilege === 'tag.audit' ? 2500 : 1000)

describe('canReview', () => {
  it.each([
    ['queued_post', 3, 1, true],
    ['flagged_post', 3, 1, true],
    ['suggested_post_edit', 3, 1, true],
    ['flagged_post', 2, 1, true],
    ['queued_post', 1, 100_000, false],
    ['flagged_post', 1, 100_000, false],
    ['suggested_post_edit', 1, 1000, true],
    ['suggested_post_edit', 1, 999, false],
  ] as const)('%s, role %i, reputation %i: %s', (queue, roleId, reputation, expected) => {
    expect(canReview(actor(roleId, reputation), queue, required).ok).toBe(expected)
  })
})

describe('canUndo', () => {
  const now = new Date('2026-01-01T12:00:30Z')
  it.each([
    ['1', '2026-01-01T12:00:00Z', { ok: true }],
    ['1', '2026-01-01T11:59:59Z', { ok: false, code: 'review.undo_expired' }],
    ['2', '2026-01-01T12:00:30Z', { ok: false, code: 'review.undo_not_possible' }],
    [null, null, { ok: false, code: 'review.undo_not_possible' }],
  ])('decided by %s at %s', (decidedBy, at, expected) => {
    const decidedAt = at === null ? null : new Date(at)
    expect(canUndo({ id: '1' }, { decidedBy, decidedAt }, now)).toEqual(expected)
  })
})
