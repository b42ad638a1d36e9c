import type { Account } from '@stoa/contract/features/people'
import { describe, expect, it } from 'vitest'
import { actsFor } from './account-acts.ts'

const account: Account = {
  user_id: '7',
  username: 'ida',
  display_name: 'Ida',
  avatar: '',
  e_mail: 'ida@example.org',
  email_state: 'confirmed',
  is_confirmed: true,
  rank: 1,
  question_count: 0,
  answer_count: 0,
  status: 'normal',
  role_id: 1,
  role_name: 'User',
  created_at: 0,
  last_seen_at: 0,
  deleted_at: 0,
  suspended_at: 0,
  suspended_until: 0,
}

describe('actsFor', () => {
  it.each([
    ['confirmed', {}, 'deactivate', 'activation'],
    ['confirmed and bounced', { email_state: 'bounced' }, 'deactivate', 'activation'],
    ['unconfirmed', { is_confirmed: false, status: 'inactive' }, 'activation', 'deactivate'],
    [
      'unconfirmed and bounced',
      { is_confirmed: false, status: 'inactive', email_state: 'bounced' },
      'activation',
      'deactivate',
    ],
    ['suspended', { status: 'suspended' }, 'unsuspend', 'deactivate'],
  ] as const)('of an account that is %s', (_name, changes, offered, missing) => {
    const acts = actsFor({ ...account, ...changes }, '1')
    expect(acts).toContain(offered)
    expect(acts).not.toContain(missing)
  })

  it('offers nothing for oneself or a deleted account', () => {
    expect(actsFor(account, '7')).toEqual([])
    expect(actsFor({ ...account, status: 'deleted' }, '1')).toEqual([])
  })
})
