import type { PluginValues } from '@stoa/contract/plugin-fields'
import { describe, expect, it } from 'vitest'
import { toExternalUser } from './openid-user.ts'

const iss = 'https://login.example.com/realms/staff'
const user = (claims: Record<string, unknown>, settings: PluginValues = {}) =>
  toExternalUser({ iss, sub: '7', ...claims }, settings)

describe('toExternalUser', () => {
  it('identifies a user by issuer and ID, so that no other issuer can claim it', () => {
    expect(user({}).id).toBe('login.example.com/realms/staff#7')
    expect(user({ iss: 'https://other.example.com' }).id).toBe('other.example.com#7')
    const long = user({ sub: 'x'.repeat(255) }).id
    expect(long).toMatch(/^[\w-]{43}$/)
    expect(user({ sub: 'y'.repeat(255) }).id).not.toBe(long)
  })

  it('takes the ID from another claim, and never from none', () => {
    expect(user({ user: { number: 12 } }, { id_claim: 'user.number' }).id).toMatch(/#12$/)
    expect(() => user({}, { id_claim: 'employee' })).toThrow('the provider sent no employee')
    expect(() => user({ sub: '' })).toThrow()
  })

  it.each([
    [{ name: 'Ada', given_name: 'Augusta' }, 'Ada', ''],
    [{ given_name: 'Augusta', family_name: 'King' }, 'Augusta King', ''],
    [{ preferred_username: 'ada@example.org' }, 'ada', 'ada'],
    [{ name: 7, preferred_username: 'ada' }, '7', 'ada'],
    [{}, '', ''],
  ])('names %o', (claims, displayName, username) => {
    expect(user(claims)).toMatchObject({ displayName, username })
  })

  const trust = { trust_emails: true }
  it.each([
    ['verified', { email: 'a@b.c', email_verified: true }, {}, true],
    ['verified as text', { email: 'a@b.c', email_verified: 'true' }, {}, true],
    ['not verified', { email: 'a@b.c', email_verified: false }, {}, false],
    ['not said', { email: 'a@b.c' }, {}, false],
    ['not said, but trusted', { email: 'a@b.c' }, trust, true],
    [
      'trusted, but said not to be verified',
      { email: 'a@b.c', email_verified: false },
      trust,
      false,
    ],
    ['missing', { email_verified: true }, trust, false],
    ['another claim', { upn: 'a@b.c', email_verified: true }, { email_claim: 'upn' }, false],
    ['another claim, trusted', { upn: 'a@b.c' }, { ...trust, email_claim: 'upn' }, true],
  ])('vouches for an email: %s', (_case, claims, settings, isVerified) => {
    expect(user(claims, settings).isEmailVerified).toBe(isVerified)
  })

  const mapped = { admin_groups: 'root\n ops ', moderator_groups: 'staff' }
  it.each([
    [['staff'], {}, null],
    [['staff'], mapped, 'moderator'],
    [['staff', 'ops'], mapped, 'admin'],
    ['ops', mapped, 'admin'],
    [['Ops', 'op'], mapped, 'user'],
    [undefined, mapped, 'user'],
    [[['ops']], mapped, 'user'],
    [{ ops: true }, mapped, 'user'],
  ])('gives groups %o with %o the role %s', (groups, settings, role) => {
    expect(user({ groups }, settings).role).toBe(role)
  })
})
