import { register } from '@stoa/contract/features/accounts'
import { limits } from '@stoa/contract/limits'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toUsername, withTail } from './usernames.ts'

describe('a username', () => {
  it.each([
    ['Ada Lovelace', 'ada-lovelace'],
    ['  Ada   Lovelace ', 'ada-lovelace'],
    ['ADA_1.0', 'ada_1.0'],
    ['张伟', '张伟'],
    ['نور الهدى', 'نور-الهدى'],
    ['Ａｄａ', 'ada'],
    ['Zoë', 'zoë'],
  ])('made from %s is %s', (name, username) => expect(toUsername(name)).toBe(username))

  it.each(['', ' ', '-', '..', '__', 'a', '/', 'login', 'Settings', 'ADMIN', 'ａｄｍｉｎ', 'root'])(
    'is not made from %j',
    (name) => expect(toUsername(name)).toBeNull(),
  )

  it('fits the table, whatever name the contract lets in', () => {
    const names = fc.oneof(
      fc.string({ unit: 'binary', maxLength: limits.displayName.max }),
      fc.constantFrom('İ'.repeat(30), 'ﷺ'.repeat(30), '𝒜'.repeat(15), 'ŉ'.repeat(30)),
    )
    const { name: accepted } = register.input.shape
    fc.assert(
      fc.property(names, (name) => {
        const parsed = accepted.safeParse(name)
        const username = parsed.success ? toUsername(parsed.data) : null
        if (username === null) return
        for (const form of [username, withTail(username)]) {
          expect([...form].length).toBeGreaterThanOrEqual(2)
          expect([...form].length).toBeLessThanOrEqual(40)
          expect(form).not.toMatch(/[\s/?#@]/)
          expect(form.isWellFormed()).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })
})
