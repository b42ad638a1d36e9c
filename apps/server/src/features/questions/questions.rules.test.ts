import { describe, expect, it } from 'vitest'
import type { Actor, Verdict } from '../../kernel/rules.ts'
import { canAsk, canDeleteQuestion, canInvite } from './questions.rules.ts'

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

describe('what people may do with questions', () => {
  it.each([
    [ada, 'ok'],
    [ben, 'rank.too_low'],
    [mia, 'ok'],
  ])('asking: %o: %s', (who, expected) => {
    expect(said(canAsk(who, required))).toBe(expected)
  })

  it.each([
    [ada, 1, 'ok'],
    [ben, 1, 'rank.too_low'],
    [mia, 11, 'ok'],
    [mia, 2, 'answer.question_closed'],
    [mia, 10, 'answer.question_closed'],
  ])('inviting: %o, status %i: %s', (who, status, expected) => {
    expect(said(canInvite(who, { status }, required))).toBe(expected)
  })

  it.each([
    [ada, 0, false, 'ok'],
    [ada, 1, false, 'ok'],
    [ada, 1, true, 'question.cannot_delete'],
    [ada, 2, false, 'question.cannot_delete'],
    [ben, 0, false, 'auth.forbidden'],
    [mia, 9, true, 'ok'],
  ])('deleting: %o, %i answers, answered %s: %s', (who, answerCount, isAnswered, expected) => {
    const question = { userId: ada.id, answerCount, isAnswered }
    expect(said(canDeleteQuestion(who, question))).toBe(expected)
  })
})
