import { accessTiers, roles } from '@stoa/contract/access'
import { describe, expect, it } from 'vitest'
import { checkAccess, type SiteAccess } from './access.ts'
import type { Actor } from './rules.ts'

const member: Actor = {
  id: '1',
  roleId: roles.user,
  reputation: 1,
  isActivated: true,
  isSuspended: false,
  hasUsedSecondFactor: false,
}

const actors = {
  visitor: null,
  inactive: { ...member, isActivated: false },
  suspended: { ...member, isSuspended: true },
  member,
  moderator: { ...member, roleId: roles.moderator },
  admin: { ...member, roleId: roles.admin },
  // The account state takes precedence over the role.
  'inactive admin': { ...member, roleId: roles.admin, isActivated: false },
  'suspended moderator': { ...member, roleId: roles.moderator, isSuspended: true },
} satisfies Record<string, Actor | null>

const sites = {
  open: { isInstalled: true, isLoginRequired: false, isSecondFactorRequired: false },
  private: { isInstalled: true, isLoginRequired: true, isSecondFactorRequired: false },
  'not installed': { isInstalled: false, isLoginRequired: false, isSecondFactorRequired: false },
} satisfies Record<string, SiteAccess>

const allowed = 'allowed'
const required = 'auth.required'
const inactive = 'auth.inactive'
const suspended = 'auth.suspended'
const forbidden = 'auth.forbidden'

/** In the order of `actors`. */
const members = [required, inactive, suspended, allowed, allowed, allowed, inactive, suspended]
const everyone = Array.from({ length: 8 }, () => allowed)
const withSession = [required, ...Array.from({ length: 7 }, () => allowed)]
const staff = [required, inactive, suspended, forbidden, allowed, allowed, inactive, suspended]
const admins = [required, inactive, suspended, forbidden, forbidden, allowed, inactive, suspended]
const denied = (code: string) => Array.from({ length: 8 }, () => code)

const table: Record<(typeof accessTiers)[number], Record<keyof typeof sites, string[]>> = {
  open: { open: everyone, private: everyone, 'not installed': denied('install.required') },
  public: { open: everyone, private: members, 'not installed': denied('install.required') },
  'any-user': {
    open: withSession,
    private: withSession,
    'not installed': denied('install.required'),
  },
  member: { open: members, private: members, 'not installed': denied('install.required') },
  moderator: { open: staff, private: staff, 'not installed': denied('install.required') },
  admin: { open: admins, private: admins, 'not installed': denied('install.required') },
  install: {
    open: denied('install.done'),
    private: denied('install.done'),
    'not installed': everyone,
  },
}

const rows = accessTiers.flatMap((tier) =>
  Object.entries(sites).flatMap(([siteName, site]) =>
    Object.entries(actors).map(([name, actor], column) => ({
      tier,
      siteName,
      name,
      actor,
      site,
      expected: table[tier][siteName as keyof typeof sites][column],
    })),
  ),
)

describe('checkAccess', () => {
  it.each(rows)('$tier, $siteName site, $name: $expected', ({ tier, actor, site, expected }) => {
    expect(checkAccess(tier, actor, site)?.code ?? allowed).toBe(expected)
  })

  it('adds a hint for inactive and suspended users', () => {
    expect(checkAccess('member', actors.inactive, sites.open)?.details.hint).toEqual({
      type: 'inactive',
    })
    expect(checkAccess('public', actors.suspended, sites.private)?.details.hint).toEqual({
      type: 'suspended',
    })
  })
})

describe('checkAccess on a site that requires a second factor for staff', () => {
  const site = { isInstalled: true, isLoginRequired: false, isSecondFactorRequired: true }
  const admin = { ...member, roleId: roles.admin }

  it.each([
    ['admin', admin, 'second_factor.missing'],
    ['moderator', admin, 'second_factor.missing'],
    ['admin', { ...admin, hasUsedSecondFactor: true }, undefined],
    ['member', admin, undefined],
    ['member', member, undefined],
    ['admin', member, 'auth.forbidden'],
  ] as const)('checks the tier %s for %o: %s', (tier, actor, expected) => {
    expect(checkAccess(tier, actor, site)?.code).toBe(expected)
  })
})
