import { roles } from '@stoa/contract/access'
import { type Privilege, privilegeLevels, privilegeSettings } from '@stoa/contract/settings/people'
import { describe, expect, it } from 'vitest'
import { AppError } from './errors.ts'
import { requiredReputation } from './rules.ts'
import { type Actor, allow, deny, assertAllowed, checkPrivilege } from './rules.ts'
import type { SettingsStore } from './services.ts'

const newcomer: Actor = {
  id: '1',
  roleId: roles.user,
  reputation: 1,
  isActivated: true,
  isSuspended: false,
  hasUsedSecondFactor: false,
}

function settingsWith(value: object) {
  return { get: () => privilegeSettings.schema.parse(value) } as unknown as SettingsStore
}

describe('assertAllowed and checkPrivilege', () => {
  it('throws the reason of a denied verdict', () => {
    expect(() => assertAllowed(allow)).not.toThrow()
    const assertDenied = () => assertAllowed(deny('rank.too_low', { reputation: 50 }))
    expect(assertDenied).toThrow(AppError)
    expect(assertDenied).toThrow(
      expect.objectContaining({ code: 'rank.too_low', details: { values: { reputation: 50 } } }),
    )
  })

  it('grants a privilege from its reputation on, and always to staff', () => {
    const required = () => 50
    expect(checkPrivilege({ ...newcomer, reputation: 49 }, 'tag.edit', required)).toEqual(
      deny('rank.too_low', { reputation: 50 }),
    )
    expect(checkPrivilege({ ...newcomer, reputation: 50 }, 'tag.edit', required)).toEqual(allow)
    expect(checkPrivilege({ ...newcomer, roleId: roles.moderator }, 'tag.edit', required)).toEqual(
      allow,
    )
    expect(checkPrivilege({ ...newcomer, roleId: roles.admin }, 'tag.edit', required)).toEqual(
      allow,
    )
  })
})

describe('requiredReputation', () => {
  const names = Object.keys(privilegeLevels) as Privilege[]

  it.each([
    [{}, 1],
    [{ level: 1 }, 0],
    [{ level: 2 }, 1],
    [{ level: 3 }, 2],
  ])('with the setting %j uses column %i', (value, column) => {
    const required = requiredReputation(settingsWith(value))
    for (const name of names) expect(required(name)).toBe(privilegeLevels[name][column])
  })

  it('uses custom values and falls back to defaults (CVE-2023-4124)', () => {
    const required = requiredReputation(settingsWith({ level: 99, custom: { 'tag.add': 7 } }))
    expect(required('tag.add')).toBe(7)
    expect(required('question.edit')).toBe(100)
  })

  it('never lets new users vote down', () => {
    for (const level of [1, 2, 3]) {
      const required = requiredReputation(settingsWith({ level }))
      expect(required('answer.vote_down')).toBeGreaterThan(newcomer.reputation)
    }
  })
})
