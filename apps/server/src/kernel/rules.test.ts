import { roles } from '@stoa/contract/access'
import { type Privilege, privilegeLevels, privilegeSettings } from '@stoa/contract/settings/people'
import { describe, expect, it } from 'vitest'
import { AppError } from './errors.ts'
import { requiredReputation } from './privileges.ts'
import { type Actor, allow, deny, must, needs } from './rules.ts'
import type { SettingsStore } from './settings.ts'

const newcomer: Actor = {
  id: '1',
  roleId: roles.user,
  reputation: 1,
  isActivated: true,
  isSuspended: false,
  isSecured: false,
}

function settingsWith(value: object) {
  return { get: () => privilegeSettings.schema.parse(value) } as unknown as SettingsStore
}

describe('a rule', () => {
  it('lets through on yes and stops with its reason on no', () => {
    expect(() => must(allow)).not.toThrow()
    const stop = () => must(deny('rank.too_low', { reputation: 50 }))
    expect(stop).toThrow(AppError)
    expect(stop).toThrow(
      expect.objectContaining({ code: 'rank.too_low', details: { values: { reputation: 50 } } }),
    )
  })

  it('grants a privilege exactly at its reputation, and to staff always', () => {
    const asks = () => 50
    expect(needs({ ...newcomer, reputation: 49 }, 'tag.edit', asks)).toEqual(
      deny('rank.too_low', { reputation: 50 }),
    )
    expect(needs({ ...newcomer, reputation: 50 }, 'tag.edit', asks)).toEqual(allow)
    expect(needs({ ...newcomer, roleId: roles.moderator }, 'tag.edit', asks)).toEqual(allow)
    expect(needs({ ...newcomer, roleId: roles.admin }, 'tag.edit', asks)).toEqual(allow)
  })
})

describe('the reputation a privilege asks for', () => {
  const names = Object.keys(privilegeLevels) as Privilege[]

  it.each([
    [{}, 1],
    [{ level: 1 }, 0],
    [{ level: 2 }, 1],
    [{ level: 3 }, 2],
  ])('with the setting %j stands in column %i', (value, column) => {
    const required = requiredReputation(settingsWith(value))
    for (const name of names) expect(required(name)).toBe(privilegeLevels[name][column])
  })

  it('comes from the custom table, and from the default where that is silent (CVE-2023-4124)', () => {
    const required = requiredReputation(settingsWith({ level: 99, custom: { 'tag.add': 7 } }))
    expect(required('tag.add')).toBe(7)
    expect(required('question.edit')).toBe(100)
  })

  it('never grants a vote down to newcomers, on any level', () => {
    for (const level of [1, 2, 3]) {
      const required = requiredReputation(settingsWith({ level }))
      expect(required('answer.vote_down')).toBeGreaterThan(newcomer.reputation)
    }
  })
})
