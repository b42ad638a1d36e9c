import { userSettings } from '@stoa/contract/settings/people'
import { describe, expect, it } from 'vitest'
import type { Actor } from '../../kernel/rules.ts'
import { canTakeUsername } from '../accounts/accounts.rules.ts'
import { canChange, canDo, canLeave, isFresh, type ProfileField } from './profile.rules.ts'

const person = (roleId: Actor['roleId'], reputation = 1): Actor => ({
  id: '1',
  roleId,
  reputation,
  isActivated: true,
  isSecured: true,
  isSuspended: false,
})
const [member, admin, moderator] = [person(1), person(2), person(3)]

describe('a part of the profile', () => {
  const fields: ProfileField[] = [
    'display_name',
    'username',
    'avatar',
    'bio',
    'website',
    'location',
  ]

  it.each(fields)('%s follows its own switch and no other', (field) => {
    const open = userSettings.schema.parse({})
    expect(canChange(field, open).ok).toBe(true)
    const locked = userSettings.schema.parse({ [`allow_update_${field}`]: false })
    expect(fields.filter((other) => !canChange(other, locked).ok)).toEqual([field])
  })
})

describe('a chosen username', () => {
  it.each([
    ['ada', false, true],
    ['a.b_c-9', false, true],
    ['a', false, false],
    ['x'.repeat(31), false, false],
    ['Ada', false, false],
    ['ada lovelace', false, false],
    ['ädä', false, false],
    ['..', false, false],
    ['-_-', false, false],
    ['admin', false, false],
    ['admin', true, true],
    ['settings', true, false],
    ['account-deleted', true, false],
    ['a\nb', false, false],
    ['ada.', false, false],
    ['-ada', false, false],
    ['admin1', false, false],
    ['adm1n', false, false],
    ['the-moderator', false, false],
  ])('%j (staff: %j) is %j', (username, isStaff, isAllowed) => {
    expect(canTakeUsername(username, isStaff).ok).toBe(isAllowed)
  })
})

describe('leaving', () => {
  it.each([
    [member, 0, true],
    [moderator, 0, true],
    [admin, 0, false],
    [admin, 1, true],
  ])('as %j beside %j admins is %j', (who, others, isAllowed) => {
    expect(canLeave(who, others).ok).toBe(isAllowed)
  })

  it.each([
    [0, true],
    [10 * 60_000, true],
    [10 * 60_000 + 1, false],
  ])('with a session of %j ms counts as proof: %j', (age, isProof) => {
    const now = new Date()
    expect(isFresh(new Date(now.getTime() - age), now)).toBe(isProof)
  })
})

describe('an action', () => {
  const required = () => 100

  it.each([
    ['question.edit', member, false],
    ['question.edit', person(1, 100), true],
    ['question.edit', moderator, true],
    ['question.pin', person(1, 99_999), false],
    ['question.pin', moderator, true],
    ['admin.access', moderator, false],
    ['admin.access', admin, true],
    ['toString', admin, false],
    ['', admin, false],
  ])('%j of %j is %j', (action, who, isAllowed) => {
    expect(canDo(who, action, required).ok).toBe(isAllowed)
  })
})
