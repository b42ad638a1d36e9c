import { describe, expect, it } from 'vitest'
import type { Actor, Verdict } from '../../../kernel/rules.ts'
import { auditableKinds, canAudit, canUndoDecision } from './suggestions.rules.ts'

const rex: Actor = {
  id: '2',
  roleId: 1,
  reputation: 1000,
  isActivated: true,
  isSuspended: false,
  hasUsedSecondFactor: false,
}
const low: Actor = { ...rex, id: '3', reputation: 999 }
const high: Actor = { ...rex, id: '4', reputation: 2500 }
const mod: Actor = { ...rex, id: '5', roleId: 3, reputation: 1 }
const admin: Actor = { ...mod, id: '6', roleId: 2 }
const required = (privilege: string) => (privilege === 'tag.audit' ? 2500 : 1000)
const codeOf = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.code)

describe('canAudit', () => {
  it.each([
    [low, 'question', 'rank.too_low'],
    [rex, 'question', 'ok'],
    [rex, 'answer', 'ok'],
    [rex, 'tag', 'rank.too_low'],
    [high, 'tag', 'ok'],
    [mod, 'tag', 'ok'],
    [admin, 'question', 'ok'],
  ] as const)('%o, %s: %s', (actor, kind, expected) => {
    expect(codeOf(canAudit(actor, { kind, userId: '9' }, required))).toBe(expected)
    expect(codeOf(canAudit(actor, { kind, userId: actor.id }, required))).toBe('suggestion.own')
  })
})

describe('auditableKinds', () => {
  it.each([
    [low, []],
    [rex, ['question', 'answer']],
    [high, ['question', 'answer', 'tag']],
    [mod, ['question', 'answer', 'tag']],
  ])('%o: %j', (actor, expected) => {
    expect(auditableKinds(actor, required)).toEqual(expected)
  })
})

describe('canUndoDecision', () => {
  const now = new Date('2026-01-01T12:00:30Z')
  const at = (time: string) => new Date(`2026-01-01T${time}Z`)
  it.each([
    [rex, rex.id, at('12:00:00'), 'ok'],
    [rex, rex.id, at('11:59:59'), 'suggestion.undo_too_late'],
    [rex, mod.id, at('12:00:29'), 'suggestion.not_yours_to_undo'],
    [mod, rex.id, at('12:00:29'), 'suggestion.not_yours_to_undo'],
    [rex, null, null, 'suggestion.not_yours_to_undo'],
  ] as const)('%o, decided by %s at %s: %s', (actor, decidedBy, decidedAt, expected) => {
    expect(codeOf(canUndoDecision(actor, { decidedBy, decidedAt }, now))).toBe(expected)
  })
})
