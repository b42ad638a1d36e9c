import { describe, expect, it } from 'vitest'
import type { Actor, Verdict } from '../../../kernel/rules.ts'
import {
  canAccept,
  canAnswer,
  canAnswerAgain,
  canAnswerProtected,
  canDeleteAnswer,
} from './answers.rules.ts'

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

describe('answers rules', () => {
  it.each([
    [ada, 1, 'ok'],
    [ben, 1, 'rank.too_low'],
    [mia, 1, 'ok'],
    [ada, 11, 'post.pending'],
    [mia, 2, 'answer.question_closed'],
    [mia, 10, 'answer.question_closed'],
  ])('canAnswer: %o, status %i: %s', (actor, status, expected) => {
    expect(codeOf(canAnswer(actor, { status }, required))).toBe(expected)
  })

  it.each([
    [ada, true, 'ok'],
    [ben, true, 'answer.question_protected'],
    [ben, false, 'ok'],
    [{ ...ben, id: '9' }, true, 'ok'],
    [mia, true, 'ok'],
  ])('canAnswerProtected: %o, protected %s: %s', (actor, isProtected, expected) => {
    const question = { userId: '9', isProtected }
    expect(codeOf(canAnswerProtected(actor, question, 50))).toBe(expected)
  })

  it.each([
    [0, true, 'ok'],
    [1, true, 'answer.restricted'],
    [1, false, 'ok'],
  ])(
    'canAnswerAgain: %i open answers, only one allowed %s: %s',
    (open, allowsOneAnswer, expected) => {
      expect(codeOf(canAnswerAgain(open, allowsOneAnswer))).toBe(expected)
    },
  )

  it.each([
    [ada, 0, false, 'ok'],
    [ada, -3, false, 'ok'],
    [ada, 1, false, 'answer.cannot_delete'],
    [ada, 0, true, 'answer.cannot_delete'],
    [ben, 0, false, 'auth.forbidden'],
    [mia, 9, true, 'ok'],
  ])('canDeleteAnswer: %o, score %i, accepted %s: %s', (actor, score, isAccepted, expected) => {
    expect(codeOf(canDeleteAnswer(actor, { userId: ada.id, score, isAccepted }))).toBe(expected)
  })

  it.each([
    [ada, 1, 'ok'],
    [ada, 2, 'ok'],
    [mia, 1, 'ok'],
    [ben, 1, 'auth.forbidden'],
    [ben, 10, 'auth.forbidden'],
    [mia, 10, 'post.deleted'],
  ])('canAccept: %o, status %i: %s', (actor, status, expected) => {
    expect(codeOf(canAccept(actor, { userId: ada.id, status }))).toBe(expected)
  })
})
