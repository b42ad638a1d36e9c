import { describe, expect, it } from 'vitest'
import { roles } from '@stoa/contract/access'
import type { Actor } from '../../../kernel/rules.ts'
import { canDecideCaseAbout, canFlagUser } from './flagged-users.rules.ts'

const required = () => 15
const anActor = (reputation: number, roleId: Actor['roleId'] = roles.user): Actor => ({
  id: '1',
  roleId,
  reputation,
  isActivated: true,
  isSuspended: false,
  hasUsedSecondFactor: false,
})

describe('canFlagUser', () => {
  it.each([
    ['a user with the privilege', anActor(15), { id: '2', status: 'normal' }, 'ok'],
    ['a suspended user', anActor(15), { id: '2', status: 'suspended' }, 'ok'],
    ['staff without reputation', anActor(1, roles.moderator), { id: '2', status: 'normal' }, 'ok'],
    ['too little reputation', anActor(14), { id: '2', status: 'normal' }, 'rank.too_low'],
    ['oneself', anActor(15), { id: '1', status: 'normal' }, 'flag.oneself'],
    ['oneself as staff', anActor(1, roles.admin), { id: '1', status: 'normal' }, 'flag.oneself'],
    ['a deleted account', anActor(15), { id: '2', status: 'deleted' }, 'user.not_found'],
  ] as const)('%s', (_, actor, user, expected) => {
    const verdict = canFlagUser(actor, user, required)
    expect(verdict.ok ? 'ok' : verdict.code).toBe(expected)
  })
})

describe('canDecideCaseAbout', () => {
  it.each([
    ['another user', '2', 'ok'],
    ['oneself', '1', 'flag.own_case'],
  ])('%s', (_, userId, expected) => {
    const verdict = canDecideCaseAbout(userId, { id: '1' })
    expect(verdict.ok ? 'ok' : verdict.code).toBe(expected)
  })
})
