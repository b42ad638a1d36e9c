import { describe, expect, it } from 'vitest'
import type { Actor, Verdict } from '../../../kernel/rules.ts'
import { canChange, canEdit, canRecover, isInLists, needsReview } from './posts.rules.ts'

const ada: Actor = {
  id: '2',
  roleId: 1,
  reputation: 100,
  isActivated: true,
  isSuspended: false,
  hasUsedSecondFactor: false,
}
const ben: Actor = { ...ada, id: '3', reputation: 5 }
const mia: Actor = { ...ada, id: '4', roleId: 3, reputation: 1 }
const required = (privilege: string) => (privilege.endsWith('.edit_without_review') ? 100 : 50)
const codeOf = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.code)

describe('posts rules', () => {
  it.each([
    [ada, false, 'ok'],
    [ada, true, 'post.locked'],
    [mia, true, 'ok'],
  ])('canChange: %o, locked %s: %s', (actor, isLocked, expected) => {
    expect(codeOf(canChange(actor, { isLocked }))).toBe(expected)
  })

  it.each([
    [ada, 1, 'ok'],
    [ben, 1, 'ok'],
    [{ ...ben, id: '9' }, 1, 'rank.too_low'],
    [{ ...ben, id: '9', reputation: 50 }, 1, 'ok'],
    [{ ...ben, id: '9', reputation: 50 }, 10, 'post.deleted'],
    [mia, 2, 'ok'],
    [ben, 10, 'post.deleted'],
    [mia, 10, 'post.deleted'],
  ])('canEdit: %o, status %i: %s', (actor, status, expected) => {
    const post = { kind: 'answer', userId: ben.id, status } as const
    expect(codeOf(canEdit(actor, post, required))).toBe(expected)
  })

  it.each([
    [ada, false, false],
    [{ ...ada, reputation: 99 }, false, true],
    [ben, false, false],
    [ben, true, true],
    [{ ...ben, reputation: 100 }, true, false],
    [mia, true, false],
  ])('needsReview: %o, author reviewed: %s: %s', (actor, isAuthorReviewed, expected) => {
    const post = { kind: 'question', userId: ben.id, isAuthorReviewed } as const
    expect(needsReview(actor, post, required)).toBe(expected)
  })

  it.each([
    [ada, ada.id, 'ok'],
    [ada, mia.id, 'post.not_deleted_by_you'],
    [ben, ben.id, 'post.not_deleted_by_you'],
    [mia, ada.id, 'ok'],
  ])('canRecover: %o, deleted by %s: %s', (actor, deletedBy, expected) => {
    expect(codeOf(canRecover(actor, { userId: ada.id, deletedBy }))).toBe(expected)
  })

  it.each([
    [1, true, true],
    [2, true, true],
    [1, false, false],
    [10, true, false],
    [11, true, false],
  ])('isInLists: status %i, listed %s: %s', (status, isListed, expected) => {
    expect(isInLists({ status, isListed })).toBe(expected)
  })
})
