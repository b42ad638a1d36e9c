import { roles } from '@stoa/contract/access'
import { describe, expect, it } from 'vitest'
import { canModerate, canSuspend, toEnd } from './user-moderation.rules.ts'

const { user, moderator, admin } = roles
const codeOf = (verdict: ReturnType<typeof canModerate>) => (verdict.ok ? 'ok' : verdict.code)

describe('user moderation rules', () => {
  it.each([
    [user, user, 'auth.forbidden'],
    [moderator, user, 'ok'],
    [moderator, moderator, 'user.is_staff'],
    [moderator, admin, 'user.is_staff'],
    [admin, user, 'ok'],
    [admin, moderator, 'ok'],
    [admin, admin, 'ok'],
  ] as const)('canModerate: role %i on role %i: %s', (actorRole, role, expected) => {
    const verdict = canModerate({ id: '1', roleId: actorRole }, { id: '2', roleId: role })
    expect(codeOf(verdict)).toBe(expected)
  })

  it.each([user, moderator, admin])('nobody acts on themselves: role %i', (roleId) => {
    const verdict = canModerate({ id: '1', roleId }, { id: '1', roleId })
    expect(codeOf(verdict)).toBe(roleId === user ? 'auth.forbidden' : 'user.oneself')
  })

  it.each([
    [admin, 0, 'account.last_admin'],
    [admin, 1, 'ok'],
    [moderator, 0, 'ok'],
    [user, 0, 'ok'],
  ] as const)('canSuspend: role %i with %i other admins: %s', (roleId, others, expected) => {
    expect(codeOf(canSuspend({ id: '1', roleId: admin }, { id: '2', roleId }, others))).toBe(
      expected,
    )
  })

  it.each([
    ['24h', '2027-02-01T10:00:00.000Z'],
    ['14d', '2027-02-14T10:00:00.000Z'],
    ['1m', '2027-02-28T10:00:00.000Z'],
    ['6m', '2027-07-31T10:00:00.000Z'],
    ['1y', '2028-01-31T10:00:00.000Z'],
  ] as const)('toEnd: %s: %s', (duration, expected) => {
    expect(toEnd(duration, new Date('2027-01-31T10:00:00Z'))?.toISOString()).toBe(expected)
  })

  it('toEnd: forever has no end', () => {
    expect(toEnd('forever', new Date())).toBeNull()
  })
})
