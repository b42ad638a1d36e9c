import { userSettings } from '@stoa/contract/settings/people'
import { describe, expect, it } from 'vitest'
import type { Actor } from '../../../kernel/rules.ts'
import { canTakeUsername } from '../../people/auth/accounts.rules.ts'
import {
  canChangeField,
  canPerform,
  canDeleteAccount,
  isRecentLogin,
  type ProfileField,
} from './profile-settings.rules.ts'

const anActor = (roleId: Actor['roleId'], reputation = 1): Actor => ({
  id: '1',
  roleId,
  reputation,
  isActivated: true,
  hasUsedSecondFactor: true,
  isSuspended: false,
})
const [member, admin, moderator] = [anActor(1), anActor(2), anActor(3)]

describe('canChangeField', () => {
  const fields: ProfileField[] = [
    'display_name',
    'username',
    'avatar',
    'bio',
    'website',
    'location',
  ]

  it.each(fields)('%s depends on its own setting only', (field) => {
    const open = userSettings.schema.parse({})
    expect(canChangeField(field, open).ok).toBe(true)
    const locked = userSettings.schema.parse({ [`allow_update_${field}`]: false })
    expect(fields.filter((other) => !canChangeField(other, locked).ok)).toEqual([field])
  })
})

describe('canTakeUsername', () => {
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

describe('canDeleteAccount', () => {
  it.each([
    [member, 0, true],
    [moderator, 0, true],
    [admin, 0, false],
    [admin, 1, true],
  ])('as %j with %j other admins: %j', (actor, others, isAllowed) => {
    expect(canDeleteAccount(actor, others).ok).toBe(isAllowed)
  })

  it.each([
    [0, true],
    [10 * 60_000, true],
    [10 * 60_000 + 1, false],
  ])('isRecentLogin after %j ms: %j', (age, isProof) => {
    const now = new Date()
    expect(isRecentLogin(new Date(now.getTime() - age), now)).toBe(isProof)
  })
})

describe('canPerform', () => {
  const required = () => 100

  it.each([
    ['question.edit', member, false],
    ['question.edit', anActor(1, 100), true],
    ['question.edit', moderator, true],
    ['question.pin', anActor(1, 99_999), false],
    ['question.pin', moderator, true],
    ['admin.access', moderator, false],
    ['admin.access', admin, true],
    ['toString', admin, false],
    ['', admin, false],
  ])('%j by %j: %j', (action, actor, isAllowed) => {
    expect(canPerform(actor, action, required).ok).toBe(isAllowed)
  })
})
