import { describe, expect, it } from 'vitest'
import type { Actor } from '../../kernel/rules.ts'
import { canComment, canDeleteComment, canEditComment } from './comments.rules.ts'

const who = (id: string, roleId: 1 | 2 | 3): Actor => ({
  id,
  roleId,
  reputation: 10,
  isActivated: true,
  isSuspended: false,
  isSecured: false,
})

describe('changing and deleting a comment', () => {
  it.each([
    ['its author at once', who('2', 1), 0, ['ok', 'ok']],
    ['its author in time', who('2', 1), 300, ['ok', 'ok']],
    ['its author late', who('2', 1), 301, ['comment.edit_too_late', 'ok']],
    ['a member', who('3', 1), 0, ['auth.forbidden', 'auth.forbidden']],
    ['a moderator', who('4', 3), 9999, ['ok', 'ok']],
    ['an admin', who('5', 2), 9999, ['ok', 'ok']],
  ] as const)('by %s', (_name, actor, seconds, expected) => {
    const comment = { userId: '2', createdAt: new Date(0) }
    const verdicts = [
      canEditComment(actor, comment, new Date(seconds * 1000)),
      canDeleteComment(actor, comment),
    ]
    expect(verdicts.map((one) => (one.ok ? 'ok' : one.code))).toEqual(expected)
  })
})

describe('commenting', () => {
  it.each([
    [who('2', 1), false, 10, 'ok'],
    [who('2', 1), false, 11, 'rank.too_low'],
    [who('2', 3), false, 11, 'ok'],
    [who('2', 3), true, 1, 'object.already_deleted'],
  ] as const)(
    'by %o on a post that is deleted: %s, for %i',
    (actor, isDeleted, needed, expected) => {
      const verdict = canComment(actor, { isDeleted }, () => needed)
      expect(verdict.ok ? 'ok' : verdict.code).toBe(expected)
    },
  )
})
