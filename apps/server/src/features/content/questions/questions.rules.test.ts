import { describe, expect, it } from 'vitest'
import type { Actor, Verdict } from '../../../kernel/rules.ts'
import {
  canAsk,
  canClose,
  canDeleteQuestion,
  canInvite,
  canOperate,
  canReopen,
} from './questions.rules.ts'

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
const required = () => 50
const codeOf = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.code)

describe('questions rules', () => {
  it.each([
    [ada, 'ok'],
    [ben, 'rank.too_low'],
    [mia, 'ok'],
  ])('canAsk: %o: %s', (actor, expected) => {
    expect(codeOf(canAsk(actor, required))).toBe(expected)
  })

  it.each([
    [ada, 1, 'ok'],
    [ben, 1, 'rank.too_low'],
    [mia, 11, 'post.pending'],
    [mia, 2, 'answer.question_closed'],
    [mia, 10, 'answer.question_closed'],
  ])('canInvite: %o, status %i: %s', (actor, status, expected) => {
    expect(codeOf(canInvite(actor, { status }, required))).toBe(expected)
  })

  it.each([
    [ada, 1, 'auth.forbidden', 'auth.forbidden'],
    [mia, 1, 'ok', 'question.not_closed'],
    [mia, 2, 'question.not_open', 'ok'],
    [mia, 10, 'question.not_open', 'question.not_closed'],
    [mia, 11, 'question.not_open', 'question.not_closed'],
  ])('canClose, canReopen: %o, status %i: %s, %s', (actor, status, closing, reopening) => {
    expect(codeOf(canClose(actor, { status }))).toBe(closing)
    expect(codeOf(canReopen(actor, { status }))).toBe(reopening)
  })

  it.each([
    [ada, 'pin', {}, 'auth.forbidden'],
    [mia, 'pin', {}, 'ok'],
    [mia, 'pin', { isListed: false }, 'question.unlisted'],
    [mia, 'pin', { status: 10 }, 'post.deleted'],
    [mia, 'hide', {}, 'ok'],
    [mia, 'hide', { isPinned: true }, 'question.pinned'],
    [mia, 'show', { isListed: false }, 'ok'],
    [mia, 'show', { isListed: false, status: 11 }, 'post.pending'],
    [mia, 'unpin', { isPinned: true }, 'ok'],
    [ada, 'lock', {}, 'auth.forbidden'],
    [mia, 'lock', {}, 'ok'],
    [mia, 'unlock', { isLocked: true, status: 2 }, 'ok'],
    [mia, 'protect', { status: 10 }, 'post.deleted'],
  ] as const)('canOperate: %o, %s, %o: %s', (actor, operation, state, expected) => {
    const flags = { isPinned: false, isListed: true, isProtected: false, isLocked: false }
    const question = { status: 1, ...flags, ...state }
    expect(codeOf(canOperate(actor, operation, question))).toBe(expected)
  })

  it.each([
    [ada, 0, false, 'ok'],
    [ada, 1, false, 'ok'],
    [ada, 1, true, 'question.cannot_delete'],
    [ada, 2, false, 'question.cannot_delete'],
    [ben, 0, false, 'auth.forbidden'],
    [mia, 9, true, 'ok'],
  ])(
    'canDeleteQuestion: %o, %i answers, answered %s: %s',
    (actor, answerCount, isAnswered, expected) => {
      const question = { userId: ada.id, answerCount, isAnswered }
      expect(codeOf(canDeleteQuestion(actor, question))).toBe(expected)
    },
  )
})
