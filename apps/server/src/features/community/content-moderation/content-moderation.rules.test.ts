import { describe, expect, it } from 'vitest'
import type { Actor, Verdict } from '../../../kernel/rules.ts'
import { canConvertAnswer, canLockAnswer } from '../../content/answers/answers.rules.ts'
import { canConvertComment, canMoveComment } from '../../content/comments/comments.rules.ts'
import { canDeletePermanently } from '../../content/shared/posts.rules.ts'
import { canReceiveComments } from './content-moderation.rules.ts'

const anActor = (roleId: 1 | 2 | 3): Actor => ({
  id: '2',
  roleId,
  reputation: 9000,
  isActivated: true,
  isSuspended: false,
  hasUsedSecondFactor: false,
})
const [member, admin, moderator] = [anActor(1), anActor(2), anActor(3)]
const codeOf = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.code)
const texts = { normal: 'A text.', short: 'Text', long: 'x'.repeat(601) }

describe('rules about answers and comments', () => {
  it.each([
    [
      'a member',
      { actor: member, status: 1, isLocked: false },
      ['auth.forbidden', 'auth.forbidden', 'auth.forbidden'],
    ],
    ['a moderator', { actor: moderator, status: 1, isLocked: false }, ['ok', 'ok', 'ok']],
    ['an admin', { actor: admin, status: 1, isLocked: false }, ['ok', 'ok', 'ok']],
    [
      'deleted',
      { actor: moderator, status: 10, isLocked: false },
      ['post.deleted', 'post.deleted', 'post.deleted'],
    ],
    [
      'pending',
      { actor: moderator, status: 11, isLocked: false },
      ['post.pending', 'post.pending', 'post.pending'],
    ],
    [
      'locked',
      { actor: moderator, status: 1, isLocked: true },
      ['ok', 'post.unlock_first', 'post.unlock_first'],
    ],
  ] as const)('lock, convert, move: %s', (_name, { actor, status, isLocked }, expected) => {
    const content = { status, isLocked, originalText: texts.normal }
    const verdicts = [
      canLockAnswer(actor, content),
      canConvertAnswer(actor, content),
      canMoveComment(actor, content),
    ]
    expect(verdicts.map(codeOf)).toEqual(expected)
    expect(codeOf(canConvertComment(actor, content))).toBe(codeOf(canMoveComment(actor, content)))
  })

  it.each([
    [texts.normal, 'ok', 'ok'],
    [texts.short, 'ok', 'comment.too_short_for_answer'],
    [texts.long, 'answer.too_long_for_comment', 'ok'],
  ])('convert a text by its length: %s', (originalText, ofAnswer, ofComment) => {
    const content = { status: 1, isLocked: false, originalText }
    expect(codeOf(canConvertAnswer(moderator, content))).toBe(ofAnswer)
    expect(codeOf(canConvertComment(moderator, content))).toBe(ofComment)
  })
})

describe('canReceiveComments', () => {
  it.each([
    [{ isDeleted: false, isPending: false, isLocked: false }, 'ok'],
    [{ isDeleted: true, isPending: false, isLocked: false }, 'object.already_deleted'],
    [{ isDeleted: false, isPending: true, isLocked: false }, 'post.pending'],
    [{ isDeleted: false, isPending: false, isLocked: true }, 'post.unlock_first'],
  ])('%o', (post, expected) => {
    expect(codeOf(canReceiveComments(post))).toBe(expected)
  })
})

describe('canDeletePermanently', () => {
  it.each([
    [member, true, 'auth.forbidden'],
    [moderator, true, 'auth.forbidden'],
    [admin, true, 'ok'],
    [admin, false, 'post.not_deleted'],
  ])('by %o, deleted: %s', (actor, isDeleted, expected) => {
    expect(codeOf(canDeletePermanently(actor, { isDeleted }))).toBe(expected)
  })
})
