import { describe, expect, it } from 'vitest'
import { anExternalUser } from '../../../../test/connectors.ts'
import { canUnlink, toAccountName, toDisplayName, toVouchedEmail } from './connectors.rules.ts'

const none = { hasPassword: false, isPasswordLoginOn: true, passkeys: 0, otherConnectors: 0 }

it.each([
  [none, false],
  [{ ...none, hasPassword: true }, true],
  [{ ...none, hasPassword: true, isPasswordLoginOn: false }, false],
  [{ ...none, passkeys: 1 }, true],
  [{ ...none, otherConnectors: 1 }, true],
  [{ hasPassword: true, isPasswordLoginOn: false, passkeys: 0, otherConnectors: 2 }, true],
])('canUnlink with %j is %s', (ways, isAllowed) => {
  expect(canUnlink(ways).ok).toBe(isAllowed)
})

describe('toDisplayName', () => {
  it.each([
    ['Grace Hopper', 'g', 'Grace Hopper'],
    ['  Grace   (Navy)  ', 'g', 'Grace Navy'],
    ['<b>Grace</b>', 'g', 'b Grace b'],
    ['Élodie Ní Bhriain', 'g', 'Élodie Ní Bhriain'],
    ['王小明', 'g', '王小明'],
    ['G', 'ghopper', 'ghopper'],
    ['', 'grace', 'grace'],
    ['Administrator', 'grace', 'grace'],
    ['...', '---', 'user-1'],
    ['🎉🎉', '', 'user-1'],
    ['moderator', 'admin', 'user-1'],
    ['x'.repeat(200), 'g', 'x'.repeat(30)],
    ['a\u0000b\nc', 'g', 'a b c'],
  ])('of %j and %j', (displayName, username, expected) => {
    const user = anExternalUser({ displayName, username })
    expect(toDisplayName(user, 'user-1')).toBe(expected)
  })

  it('does not cut a character in two', () => {
    const user = anExternalUser({ displayName: `${'x'.repeat(29)}𝒳` })
    expect(toDisplayName(user, '')).toBe('x'.repeat(29))
  })
})

it.each([
  [{ email: 'ada@example.org', isEmailVerified: true }, 'ada@example.org'],
  [{ email: ' ada@example.org ', isEmailVerified: true }, 'ada@example.org'],
  [{ email: 'ada@example.org', isEmailVerified: false }, null],
  [{ email: '', isEmailVerified: true }, null],
  [{ email: 'no email', isEmailVerified: true }, null],
])('toVouchedEmail of %j is %s', (fields, expected) => {
  expect(toVouchedEmail(anExternalUser(fields))).toBe(expected)
})

it.each([
  [{ username: 'ada' }, 'ada'],
  [{ username: '', displayName: 'Ada L.' }, 'Ada L.'],
  [{ username: 'see https://evil.example/?x\r\nBcc: you' }, 'see httpsevil.examplexBcc you'],
  [{ username: '', displayName: '', id: '42' }, '42'],
  [{ username: 'x'.repeat(100) }, 'x'.repeat(60)],
])('toAccountName of %j is %s', (fields, expected) => {
  expect(toAccountName(anExternalUser(fields))).toBe(expected)
})
