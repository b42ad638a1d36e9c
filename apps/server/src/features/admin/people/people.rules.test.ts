import { roles } from '@stoa/contract/access'
import { describe, expect, it } from 'vitest'
import {
  canChangeRole,
  canChangeStatus,
  canManage,
  canSendActivation,
  type Target,
} from './people.rules.ts'
import { parseLines, toAddedLine } from './added-users.rules.ts'

const admin = { id: '1', roleId: roles.admin }
const now = new Date()
const user: Target = { id: '2', roleId: roles.user, status: 'normal', activatedAt: now }
const other = (changes: Partial<Target>): Target => ({ ...user, ...changes })
const codeOf = (verdict: ReturnType<typeof canManage>) => (verdict.ok ? 'ok' : verdict.code)

describe('canManage', () => {
  it.each([
    ['an admin and a user', admin, user, 'ok'],
    ['an admin and another admin', admin, other({ roleId: roles.admin }), 'ok'],
    ['an admin and themselves', admin, other({ id: '1', roleId: roles.admin }), 'user.oneself'],
    ['an admin and a deleted user', admin, other({ status: 'deleted' }), 'user.deleted'],
    ['a moderator', { id: '3', roleId: roles.moderator }, user, 'auth.forbidden'],
  ])('%s: %s', (_name, actor, target, expected) => {
    expect(codeOf(canManage(actor, target))).toBe(expected)
  })
})

describe('canChangeRole', () => {
  const lastAdmin = other({ roleId: roles.admin })
  it.each([
    { name: 'last admin', target: lastAdmin, roleId: 1, others: 0, is: 'account.last_admin' },
    { name: 'one of two admins', target: lastAdmin, roleId: 1, others: 1, is: 'ok' },
    { name: 'last admin, unchanged', target: lastAdmin, roleId: 2, others: 0, is: 'ok' },
    { name: 'user becomes admin', target: user, roleId: 2, others: 0, is: 'ok' },
    {
      name: 'deleted user',
      target: other({ status: 'deleted' }),
      roleId: 3,
      others: 3,
      is: 'user.deleted',
    },
  ] as const)('$name: $is', ({ target, roleId, others, is }) => {
    expect(codeOf(canChangeRole(admin, target, roleId, others))).toBe(is)
  })
})

describe('canChangeStatus', () => {
  const inactive = other({ activatedAt: null })
  const lastAdmin = other({ roleId: roles.admin })
  const gone = other({ status: 'deleted' })
  const suspendedInactive = other({ activatedAt: null, status: 'suspended' })
  const kept = { removesContent: false }
  const removed = { removesContent: true }
  it.each([
    { target: user, change: { status: 'suspended', ...removed }, others: 1, is: 'ok' },
    { target: user, change: { status: 'deleted', ...removed }, others: 1, is: 'ok' },
    {
      target: user,
      change: { status: 'normal', ...removed },
      others: 1,
      is: 'user.content_not_removable',
    },
    {
      target: user,
      change: { status: 'inactive', ...removed },
      others: 1,
      is: 'user.content_not_removable',
    },
    {
      target: inactive,
      change: { status: 'normal', ...kept },
      others: 1,
      is: 'user.not_confirmed',
    },
    { target: suspendedInactive, change: { status: 'normal', ...kept }, others: 1, is: 'ok' },
    {
      target: lastAdmin,
      change: { status: 'suspended', ...kept },
      others: 0,
      is: 'account.last_admin',
    },
    {
      target: lastAdmin,
      change: { status: 'inactive', ...kept },
      others: 0,
      is: 'account.last_admin',
    },
    { target: gone, change: { status: 'normal', ...kept }, others: 1, is: 'user.deleted' },
  ] as const)('$target.status to $change.status: $is', ({ target, change, others, is }) => {
    expect(codeOf(canChangeStatus(admin, target, change, others))).toBe(is)
  })
})

describe('canSendActivation', () => {
  it.each([
    ['an inactive user', other({ activatedAt: null }), 'ok'],
    ['an active user', user, 'user.confirmed'],
    ['a deleted user', other({ activatedAt: null, status: 'deleted' }), 'user.deleted'],
  ])('%s', (_name, target, expected) => {
    expect(codeOf(canSendActivation(admin, target))).toBe(expected)
  })
})

describe('parseLines', () => {
  it.each([
    ['Ada, ada@example.org, columns of marble', null],
    ['Ada,ada@example.org,a, b, and c', null],
    ['Ada, ada@example.org', 'fields'],
    ['columns of marble', 'fields'],
    ['A, ada@example.org, columns of marble', 'name'],
    ['Ada!, ada@example.org, columns of marble', 'name'],
    ['Moderator, ada@example.org, columns of marble', 'name_reserved'],
    ['Ada, ada, columns of marble', 'email'],
    ['Ada, ada@example.org, short', 'password'],
  ])('%s: %s', (text, problem) => {
    expect(parseLines(text)).toMatchObject([{ line: 1, problem }])
  })

  it('numbers lines as in the text, skips empty ones, and finds repeated emails', () => {
    const text =
      'Ada, ada@example.org, columns of marble\r\n\n  \nBea, ADA@example.org, columns of marble'
    expect(parseLines(text).map(({ line, problem }) => [line, problem])).toEqual([
      [1, null],
      [4, 'email_twice'],
    ])
  })

  it('shows no password, also of a line that has only one field', () => {
    const lines = parseLines('Ada, ada@example.org, columns of marble\na secret in the wrong place')
    expect(JSON.stringify(lines.map(toAddedLine))).not.toMatch(/marble|secret/)
  })
})
