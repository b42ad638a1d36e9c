import { accessTiers, roles } from '@stoa/contract/access'
import { describe, expect, it } from 'vitest'
import { refusal, type SiteGate } from './access.ts'
import type { Actor } from './rules.ts'

const person: Actor = {
  id: '1',
  roleId: roles.user,
  reputation: 1,
  isActivated: true,
  isSuspended: false,
  isSecured: false,
}

const people = {
  visitor: null,
  inactive: { ...person, isActivated: false },
  suspended: { ...person, isSuspended: true },
  member: person,
  moderator: { ...person, roleId: roles.moderator },
  admin: { ...person, roleId: roles.admin },
  // A role never outweighs a state.
  'inactive admin': { ...person, roleId: roles.admin, isActivated: false },
  'suspended moderator': { ...person, roleId: roles.moderator, isSuspended: true },
} satisfies Record<string, Actor | null>

const sites = {
  open: { isInstalled: true, loginRequired: false, staffSecured: false },
  private: { isInstalled: true, loginRequired: true, staffSecured: false },
  'not installed': { isInstalled: false, loginRequired: false, staffSecured: false },
} satisfies Record<string, SiteGate>

const yes = 'admitted'
const signIn = 'auth.required'
const activate = 'auth.inactive'
const wait = 'auth.suspended'
const no = 'auth.forbidden'

/** Columns: the people above, in their order. */
const members = [signIn, activate, wait, yes, yes, yes, activate, wait]
const everyone = Array.from({ length: 8 }, () => yes)
const withSession = [signIn, yes, yes, yes, yes, yes, yes, yes]
const staff = [signIn, activate, wait, no, yes, yes, activate, wait]
const admins = [signIn, activate, wait, no, no, yes, activate, wait]
const nobody = (code: string) => Array.from({ length: 8 }, () => code)

const table: Record<(typeof accessTiers)[number], Record<keyof typeof sites, string[]>> = {
  open: { open: everyone, private: everyone, 'not installed': nobody('install.required') },
  public: { open: everyone, private: members, 'not installed': nobody('install.required') },
  'any-user': {
    open: withSession,
    private: withSession,
    'not installed': nobody('install.required'),
  },
  member: { open: members, private: members, 'not installed': nobody('install.required') },
  moderator: { open: staff, private: staff, 'not installed': nobody('install.required') },
  admin: { open: admins, private: admins, 'not installed': nobody('install.required') },
  install: {
    open: nobody('install.done'),
    private: nobody('install.done'),
    'not installed': everyone,
  },
}

const rows = accessTiers.flatMap((tier) =>
  Object.entries(sites).flatMap(([siteName, site]) =>
    Object.entries(people).map(([name, who], column) => ({
      tier,
      siteName,
      name,
      who,
      site,
      expected: table[tier][siteName as keyof typeof sites][column],
    })),
  ),
)

describe('access', () => {
  it.each(rows)('$tier, $siteName site, $name: $expected', ({ tier, who, site, expected }) => {
    expect(refusal(tier, who, site)?.code ?? yes).toBe(expected)
  })

  it('tells the reader of a refusal what to do about it', () => {
    expect(refusal('member', people.inactive, sites.open)?.details.hint).toEqual({
      type: 'inactive',
    })
    expect(refusal('public', people.suspended, sites.private)?.details.hint).toEqual({
      type: 'suspended',
    })
  })
})

describe('a site that asks staff for a second factor', () => {
  const site = { isInstalled: true, loginRequired: false, staffSecured: true }
  const admin = { ...person, roleId: roles.admin }

  it.each([
    ['admin', admin, 'second_factor.missing'],
    ['moderator', admin, 'second_factor.missing'],
    ['admin', { ...admin, isSecured: true }, undefined],
    ['member', admin, undefined],
    ['member', person, undefined],
    ['admin', person, 'auth.forbidden'],
  ] as const)('answers the tier %s to %o with %s', (tier, who, expected) => {
    expect(refusal(tier, who, site)?.code).toBe(expected)
  })
})
