import { expect, it, describe } from 'vitest'
import { guardVerdict, type GuardName, type Visitor } from './guards.ts'
import type { Viewer } from './viewer.ts'

const person: Viewer = {
  id: '1',
  username: 'rut',
  display_name: 'Rut',
  avatar: '',
  rank: 1,
  e_mail: 'rut@example.org',
  status: 'normal',
  mail_status: 1,
  role_id: 1,
  suspended_until: 0,
  language: '',
  color_scheme: 'default',
}

const people = {
  visitor: null,
  inactive: { ...person, mail_status: 2 },
  member: person,
  suspended: { ...person, status: 'suspended' },
  moderator: { ...person, role_id: 3 },
  admin: { ...person, role_id: 2 },
} satisfies Record<string, Viewer | null>

type Who = keyof typeof people
type Answer = 'in' | 'home' | 'login' | 'inactive' | 'suspended' | '403'

const addresses: Record<string, Answer> = {
  '/': 'home',
  '/users/login?redirect=%2Fplace%3Fpage%3D2': 'login',
  '/users/account-activation': 'inactive',
  '/users/account-suspended': 'suspended',
}

const openSite = { loginRequired: false, registrationOpen: true }

function answer(guard: GuardName, who: Who, site: Visitor['site'] = openSite): Answer | undefined {
  const verdict = guardVerdict(guard, {
    viewer: people[who],
    location: '/place?page=2',
    site,
    isInstalled: true,
  })
  if (verdict === null) return 'in'
  return 'status' in verdict ? '403' : addresses[verdict.redirect]
}

const whos = Object.keys(people) as Who[]

/** In the order visitor, inactive, member, suspended, moderator, admin. */
const table: Record<GuardName, Answer[]> = {
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

describe('the guards of an open site', () => {
  for (const [guard, answers] of Object.entries(table) as [GuardName, Answer[]][]) {
    it(`${guard} lets in and sends away`, () => {
      expect(whos.map((who) => answer(guard, who))).toEqual(answers)
    })
  }
})

it('a private site shows readers the way in', () => {
  expect(answer('reader', 'visitor', { ...openSite, loginRequired: true })).toBe('login')
  expect(answer('reader', 'member', { ...openSite, loginRequired: true })).toBe('in')
  expect(answer('reader', 'inactive', { ...openSite, loginRequired: true })).toBe('inactive')
  expect(answer('reader', 'suspended', { ...openSite, loginRequired: true })).toBe('suspended')
  expect(answer('signed-out', 'visitor', { ...openSite, loginRequired: true })).toBe('in')
})

it('a site that takes no new members sends sign-ups home', () => {
  expect(answer('sign-up', 'visitor', { ...openSite, registrationOpen: false })).toBe('home')
})

it('the installer is open until there is a site', () => {
  const visitor = { viewer: null, location: '/install', site: openSite, isInstalled: false }
  expect(guardVerdict('install', visitor)).toBeNull()
})
