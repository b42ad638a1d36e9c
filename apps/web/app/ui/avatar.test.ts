import { describe, expect, it } from 'vitest'
import { initialsOf } from './avatar.tsx'

describe('initialsOf', () => {
  it.each([
    ['Leila Haddad', 'LH'],
    ['bestdeals_4412', 'B4'],
    ['Ana Maria de Souza', 'AS'],
    ['王伟', '王'],
    ['ليلى حداد', 'لح'],
    ['😀 fun', '😀F'],
    ['  ', ''],
  ])('returns the initials of %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })
})
