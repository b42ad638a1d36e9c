import { accessTiers, roles } from '@stoa/contract/access'
import { endpoint } from '@stoa/contract/endpoint'
import { listAccounts } from '@stoa/contract/features/people'
import { keyScopes } from '@stoa/contract/key-scopes'
import { siteModes } from '@stoa/contract/settings/site-mode'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  canCallWithKey,
  checkAccess,
  checkCall,
  checkMode,
  retryAfterOf,
  type SiteAccess,
} from './access.ts'
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

const normal = { mode: 'normal', retryAfter: 300, userCenter: null } as const
const sites = {
  open: { isInstalled: true, isLoginRequired: false, isSecondFactorRequired: false, ...normal },
  private: { isInstalled: true, isLoginRequired: true, isSecondFactorRequired: false, ...normal },
  'not installed': {
    isInstalled: false,
    isLoginRequired: false,
    isSecondFactorRequired: false,
    ...normal,
  },
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
  const site = { ...sites.open, isSecondFactorRequired: true }
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

describe('canCallWithKey', () => {
  const write = { method: 'POST', changesState: true, allowsKeys: true } as const
  const read = { method: 'GET', changesState: false, allowsKeys: true } as const
  const [w, a, s] = ['api_key.needs_write', 'api_key.needs_admin', 'api_key.session_only']

  it.each([
    // What is called; with a key for reading, writing, and of an admin.
    ['a public read', { ...read, access: 'public' }, [allowed, allowed, allowed]],
    ['a read of members', { ...read, access: 'member' }, [allowed, allowed, allowed]],
    ['a read of any user', { ...read, access: 'any-user' }, [allowed, allowed, allowed]],
    ['a GET that writes', { ...write, method: 'GET', access: 'member' }, [w, allowed, allowed]],
    [
      'a POST that changes nothing',
      { ...read, method: 'POST', access: 'public' },
      [w, allowed, allowed],
    ],
    ['a write of visitors', { ...write, access: 'open' }, [w, allowed, allowed]],
    ['a write of members', { ...write, access: 'member' }, [w, allowed, allowed]],
    ['a read of moderators', { ...read, access: 'moderator' }, [a, a, allowed]],
    ['a write of moderators', { ...write, access: 'moderator' }, [a, a, allowed]],
    ['a read of admins', { ...read, access: 'admin' }, [a, a, allowed]],
    ['a write of admins', { ...write, access: 'admin' }, [a, a, allowed]],
    ['the installer', { ...write, access: 'install' }, [s, s, s]],
    ['what takes a session', { ...read, access: 'public', allowsKeys: false }, [s, s, s]],
    [
      'what takes the session of an admin',
      { ...write, access: 'admin', allowsKeys: false },
      [s, s, s],
    ],
  ] as const)('%s', (_name, called, expected) => {
    const codes = keyScopes.map((scope) => {
      const verdict = canCallWithKey(called, scope)
      return verdict.ok ? allowed : verdict.code
    })
    expect(codes).toEqual(expected)
  })
})

describe('checkCall with an API key', () => {
  const admin: Actor = { ...actors.admin, keyScope: 'admin' }

  it('checks the owner too', () => {
    const former = { ...admin, roleId: roles.user }
    expect(checkCall(listAccounts, admin, sites.open)).toBeNull()
    expect(checkCall(listAccounts, former, sites.open)?.code).toBe(forbidden)
    expect(checkCall(listAccounts, { ...admin, isSuspended: true }, sites.open)?.code).toBe(
      suspended,
    )
  })

  it('requires the second factor of the session that created the key', () => {
    const site = { ...sites.open, isSecondFactorRequired: true }
    expect(checkCall(listAccounts, admin, site)?.code).toBe('second_factor.missing')
    expect(checkCall(listAccounts, { ...admin, hasUsedSecondFactor: true }, site)).toBeNull()
  })

  it('rejects new endpoints that say nothing about keys', () => {
    const definition = { path: '/answer/api/v1/new', summary: 'New.', response: z.null() } as const
    const write = endpoint({ ...definition, method: 'POST', access: 'member' })
    const read = endpoint({ ...definition, method: 'GET', access: 'member' })
    const publicRead = endpoint({ ...definition, method: 'GET', access: 'public' })
    for (const closed of [write, read])
      expect(checkCall(closed, admin, sites.open)?.code).toBe('api_key.session_only')
    expect(checkCall(publicRead, admin, sites.open)).toBeNull()
  })
})

describe('checkMode', () => {
  const none = Array.from({ length: 8 }, () => 'in')
  const all = (code: string) => Array.from({ length: 8 }, () => code)
  const [staffOnly, readOnly, maintenance] = [
    'site.staff_only_writes',
    'site.read_only',
    'site.maintenance',
  ]
  const adminsIn = none.map((_, index) => (index === 5 ? 'in' : maintenance))
  const staffIn = none.map((_, index) => (index === 4 || index === 5 ? 'in' : staffOnly))
  const read = { access: 'public', changesState: false, allowsReadOnly: false } as const
  const calls = {
    read,
    'open read': { ...read, access: 'open' },
    write: { ...read, access: 'member', changesState: true },
    'open write': { ...read, access: 'open', changesState: true },
    login: { ...read, access: 'open', changesState: true, allowsReadOnly: true },
  } as const
  const modes: Record<keyof typeof calls, Record<(typeof siteModes)[number], string[]>> = {
    read: { normal: none, staff_only_writes: none, read_only: none, maintenance: adminsIn },
    'open read': { normal: none, staff_only_writes: none, read_only: none, maintenance: none },
    write: {
      normal: none,
      staff_only_writes: staffIn,
      read_only: all(readOnly),
      maintenance: adminsIn,
    },
    'open write': {
      normal: none,
      staff_only_writes: staffIn,
      read_only: all(readOnly),
      maintenance: adminsIn,
    },
    login: { normal: none, staff_only_writes: none, read_only: none, maintenance: none },
  }
  const modeRows = Object.entries(modes).flatMap(([call, byMode]) =>
    siteModes.map((mode) => [call as keyof typeof calls, mode, byMode[mode]] as const),
  )

  it.each(modeRows)('%s in the mode %s', (call, mode, expected) => {
    const outcomes = Object.values(actors).map(
      (actor) => checkMode(calls[call], actor, { mode, retryAfter: 60 })?.code ?? 'in',
    )
    expect(outcomes).toEqual(expected)
  })

  it('says when to come back', () => {
    const error = checkMode(calls.write, null, { mode: 'read_only', retryAfter: 60 })
    expect(error?.details.hint).toEqual({ retry_after: 60, err_type: 'alert' })
  })
})

it.each([
  ['', 300],
  ['2026-05-01T00:10Z', 600],
  ['2026-04-30T00:00Z', 300],
  ['2026-02-31T00:00Z', 300],
  ['2027-05-01T00:00Z', 86_400],
])('retryAfterOf %s: %s', (until, seconds) => {
  expect(retryAfterOf(until, new Date('2026-05-01T00:00:00Z'))).toBe(seconds)
})
