import { describe, expect, it } from 'vitest'
import type { Actor, Verdict } from '../../kernel/rules.ts'
import { canEdit, canRecover, isInLists } from './posts.rules.ts'

const ada: Actor = {
  id: '2',
  roleId: 1,
  reputation: 100,
  isActivated: true,
  isSuspended: false,
  isSecured: false,
}
const ben: Actor = { ...ada, id: '3', reputation: 5 }
const mia: Actor = { ...ada, id: '4', roleId: 3, reputation: 1 }
const required = () => 50
const said = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.code)

describe('what people may do with questions and answers', () => {
  it.each([
    [ada, 1, 'ok'],
    [ben, 1, 'ok'],
    [{ ...ben, id: '9' }, 1, 'rank.too_low'],
    [mia, 2, 'ok'],
    [ben, 10, 'post.deleted'],
    [mia, 10, 'post.deleted'],
  ])('editing: %o, status %i: %s', (who, status, expected) => {
    const post = { kind: 'answer', userId: ben.id, status } as const
    expect(said(canEdit(who, post, required))).toBe(expected)
  })

  it.each([
    [ada, ada.id, 'ok'],
    [ada, mia.id, 'post.not_deleted_by_you'],
    [ben, ben.id, 'post.not_deleted_by_you'],
    [mia, ada.id, 'ok'],
  ])('bringing back: %o, deleted by %s: %s', (who, deletedBy, expected) => {
    expect(said(canRecover(who, { userId: ada.id, deletedBy }))).toBe(expected)
  })

  it.each([
    [1, true, true],
    [2, true, true],
    [1, false, false],
    [10, true, false],
    [11, true, false],
  ])('in lists: status %i, listed %s: %s', (status, isListed, expected) => {
    expect(isInLists({ status, isListed })).toBe(expected)
  })
})
