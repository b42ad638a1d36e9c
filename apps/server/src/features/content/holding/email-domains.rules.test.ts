import { describe, expect, it } from 'vitest'
import { hasEmailDomain } from './email-domains.rules.ts'

describe('hasEmailDomain', () => {
  it.each([
    ['ada@spam.example', true],
    ['ada@MAIL.spam.example', true],
    ['ada@notspam.example', false],
    ['"a@spam.example"@good.example', false],
    ['ada@spam.example.org', false],
  ])('%s: %s', (email, expected) => {
    expect(hasEmailDomain(email, ['spam.example'])).toBe(expected)
  })
})
