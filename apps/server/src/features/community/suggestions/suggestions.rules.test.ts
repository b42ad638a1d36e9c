import { describe, expect, it } from 'vitest'
import type { Actor, Verdict } from '../../../kernel/rules.ts'
import { auditableKinds, canAudit } from './suggestions.rules.ts'

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
