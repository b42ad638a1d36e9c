import { expect, it, describe } from 'vitest'
import { aViewer } from '../../kernel/visit.factory.ts'
import type { Viewer } from '../../kernel/visit.ts'
import { checkGuard, type GuardName, type GuardInput } from './rules.ts'

const user = aViewer()

const viewers = {
  visitor: null,
  inactive: { ...user, mail_status: 2 },
  member: user,
  suspended: { ...user, status: 'suspended' },
  moderator: { ...user, role_id: 3 },
  admin: { ...user, role_id: 2 },
} satisfies Record<string, Viewer | null>

type ViewerName = keyof typeof viewers
type Outcome = 'in' | 'home' | 'login' | 'inactive' | 'suspended' | '403' | '503'

const redirects: Record<string, Outcome> = {
  '/': 'home',
  '/users/login?redirect=%2Fplace%3Fpage%3D2': 'login',
  '/users/account-activation?redirect=%2Fplace%3Fpage%3D2': 'inactive',
  '/users/account-suspended': 'suspended',
}

const openSite = { loginRequired: false, registrationOpen: true, mode: null }
const maintenance = { mode: 'maintenance', message: '', until: '' } as const

function outcome(
  guard: GuardName,
  viewer: ViewerName,
  site: GuardInput['site'] = openSite,
): Outcome | undefined {
  const verdict = checkGuard(guard, {
    viewer: viewers[viewer],
    location: '/place?page=2',
    site,
    isInstalled: true,
  })
  if (verdict === null) return 'in'
  if ('status' in verdict) return `${verdict.status}`
  return redirects[verdict.redirect]
}

const viewerNames = Object.keys(viewers) as ViewerName[]

// Columns: visitor, inactive, member, suspended, moderator, admin.
const table: Record<GuardName, Outcome[]> = {
  none: ['in', 'in', 'in', 'in', 'in', 'in'],
  reader: ['in', 'in', 'in', 'suspended', 'in', 'in'],
  'signed-in': ['login', 'in', 'in', 'in', 'in', 'in'],
  'signed-out': ['in', 'inactive', 'home', 'home', 'home', 'home'],
  'sign-up': ['in', 'inactive', 'home', 'home', 'home', 'home'],
  activated: ['login', 'inactive', 'in', 'in', 'in', 'in'],
  'not-activated': ['in', 'in', 'home', 'home', 'home', 'home'],
  member: ['login', 'inactive', 'in', 'suspended', 'in', 'in'],
  suspended: ['home', 'home', 'home', 'in', 'home', 'home'],
  staff: ['login', 'inactive', '403', 'suspended', 'in', 'in'],
  admin: ['login', 'inactive', '403', 'suspended', '403', 'in'],
  install: ['home', 'home', 'home', 'home', 'home', 'home'],
}

describe('guards of a public site', () => {
  for (const [guard, outcomes] of Object.entries(table) as [GuardName, Outcome[]][]) {
    it(`${guard} admits or redirects each kind of viewer`, () => {
      expect(viewerNames.map((viewer) => outcome(guard, viewer))).toEqual(outcomes)
    })
  }
})

it('the reader guard requires a login on a private site', () => {
  expect(outcome('reader', 'visitor', { ...openSite, loginRequired: true })).toBe('login')
  expect(outcome('reader', 'member', { ...openSite, loginRequired: true })).toBe('in')
  expect(outcome('reader', 'inactive', { ...openSite, loginRequired: true })).toBe('inactive')
  expect(outcome('reader', 'suspended', { ...openSite, loginRequired: true })).toBe('suspended')
  expect(outcome('signed-out', 'visitor', { ...openSite, loginRequired: true })).toBe('in')
})

it('the sign-up guard redirects home when registration is closed', () => {
  expect(outcome('sign-up', 'visitor', { ...openSite, registrationOpen: false })).toBe('home')
})

it.each([
  ['/users/register?invitation=abc', null],
  ['/users/register?redirect=%2F&invitation=abc', null],
  ['/users/register?invitation=', { redirect: '/' }],
  ['/users/register', { redirect: '/' }],
])('with closed registration, the sign-up guard answers %s with %o', (location, verdict) => {
  const site = { ...openSite, registrationOpen: false }
  const input = { viewer: null, location, site, isInstalled: true }
  expect(checkGuard('sign-up', input)).toEqual(verdict)
})

it.each(['signed-out', 'sign-up', 'not-activated'] as const)(
  'the %s guard leads members to the page to return to, never to another site',
  (guard) => {
    const verdictFor = (target: string) =>
      checkGuard(guard, {
        viewer: viewers.member,
        location: `/users/login?redirect=${encodeURIComponent(target)}`,
        site: openSite,
        isInstalled: true,
      })
    expect(verdictFor('/questions/1?page=2')).toEqual({ redirect: '/questions/1?page=2' })
    expect(verdictFor('//elsewhere.example')).toEqual({ redirect: '/' })
  },
)

it('the install guard admits everyone before installation', () => {
  const visitor = { viewer: null, location: '/install', site: openSite, isInstalled: false }
  expect(checkGuard('install', visitor)).toBeNull()
})

describe('guards under maintenance', () => {
  const closedSite = { ...openSite, mode: maintenance }
  it.each([
    ['none', table.none],
    ['signed-out', table['signed-out']],
    ['reader', ['503', '503', '503', '503', '503', 'in']],
    ['member', ['503', '503', '503', '503', '503', 'in']],
    ['staff', ['503', '503', '503', '503', '503', 'in']],
    ['admin', ['503', '503', '503', '503', '503', 'in']],
    ['sign-up', ['503', '503', '503', '503', '503', 'home']],
  ] as const)('%s admits admins, and others to log in', (guard, outcomes) => {
    expect(viewerNames.map((viewer) => outcome(guard, viewer, closedSite))).toEqual(outcomes)
  })
})
