import { describe, expect, it } from 'vitest'
import type { Actor } from '../../../kernel/rules.ts'
import {
  canComment,
  canDeleteComment,
  canEditComment,
  canRecoverComment,
} from './comments.rules.ts'

const anActor = (id: string, roleId: 1 | 2 | 3): Actor => ({
  id,
  roleId,
  reputation: 10,
  isActivated: true,
  isSuspended: false,
  hasUsedSecondFactor: false,
})

describe('canEditComment, canDeleteComment and canRecoverComment', () => {
  it.each([
    ['its author at once', anActor('2', 1), 0, ['ok', 'ok', 'auth.forbidden']],
    ['its author in time', anActor('2', 1), 300, ['ok', 'ok', 'auth.forbidden']],
    ['its author late', anActor('2', 1), 301, ['comment.edit_too_late', 'ok', 'auth.forbidden']],
    ['a member', anActor('3', 1), 0, ['auth.forbidden', 'auth.forbidden', 'auth.forbidden']],
    ['a moderator', anActor('4', 3), 9999, ['ok', 'ok', 'ok']],
    ['an admin', anActor('5', 2), 9999, ['ok', 'ok', 'ok']],
  ] as const)('by %s', (_name, actor, seconds, expected) => {
    const comment = { userId: '2', createdAt: new Date(0), status: 1 }
    const verdicts = [
      canEditComment(actor, comment, new Date(seconds * 1000)),
      canDeleteComment(actor, comment),
      canRecoverComment(actor),
    ]
    expect(verdicts.map((one) => (one.ok ? 'ok' : one.code))).toEqual(expected)
  })
})

describe('canComment', () => {
  it('rejects comments on pending posts, also by staff', () => {
    const post = { isDeleted: false, isPending: true }
    expect(canComment(anActor('4', 3), post, () => 1)).toMatchObject({ code: 'post.pending' })
  })

  it.each([
    [anActor('2', 1), false, 10, 'ok'],
    [anActor('2', 1), false, 11, 'rank.too_low'],
    [anActor('2', 3), false, 11, 'ok'],
    [anActor('2', 3), true, 1, 'object.already_deleted'],
  ] as const)(
    'by %o on a post that is deleted: %s, for %i',
    (actor, isDeleted, needed, expected) => {
      const verdict = canComment(actor, { isDeleted, isPending: false }, () => needed)
      expect(verdict.ok ? 'ok' : verdict.code).toBe(expected)
    },
  )
})
