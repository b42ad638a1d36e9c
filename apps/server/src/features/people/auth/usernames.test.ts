import { isUsername } from '@stoa/contract/features/account-fields'
import { register } from '@stoa/contract/features/accounts'
import { limits } from '@stoa/contract/limits'
import { render } from '@stoa/markdown/render'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newPlaceholder, toUsername, appendSuffix } from './usernames.ts'

describe('isUsername', () => {
  it.each([
    ['ada', true],
    ['a1', true],
    ['a.b_c-9', true],
    ['_ada_', true],
    ['42', true],
    ['x'.repeat(30), true],
    ['x'.repeat(31), false],
    ['a', false],
    ['Ada', false],
    ['.ada', false],
    ['ada.', false],
    ['-ada', false],
    ['ada-', false],
    ['__', false],
    ['..', false],
    ['ada lovelace', false],
    ['ädä', false],
    ['张伟', false],
    ['نور', false],
    ['a@b', false],
    ['a\nb', false],
    ['ada\n', false],
    [newPlaceholder(), false],
  ])('%j: %j', (text, expected) => expect(isUsername(text)).toBe(expected))

  const letters = 'abcxyz0189._-'.split('')
  const texts = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 33 })

  it('accepts exactly what a mention matches', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { mentions } = render(`Ask @${text}, please.`)
        if (isUsername(text)) expect(mentions).toEqual([text])
        else expect(mentions.filter((name) => name === text && /[a-z0-9]/.test(name))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

describe('toUsername', () => {
  it.each([
    ['Ada Lovelace', 'ada-lovelace'],
    ['  Ada   Lovelace ', 'ada-lovelace'],
    ['ADA_1.0', 'ada_1.0'],
    ['Ａｄａ', 'ada'],
    ['Zoë', 'zoe'],
    ['Søren Kierkegård', 'soren-kierkegard'],
    ['Łukasz', 'lukasz'],
    ['Ada L.', 'ada-l'],
    ['-Ada-', 'ada'],
    ['x'.repeat(30), 'x'.repeat(30)],
  ])('%s becomes %s', (name, username) => expect(toUsername(name)).toBe(username))

  it.each(['张伟', 'نور الهدى', '张伟 42', 'A', '..', 'ad張min', '__'])(
    'gives %j a random username',
    (name) => expect(toUsername(name)).toMatch(/^user-[0-9a-f]{6}$/),
  )

  it('reserves the names of routes', () => {
    expect(toUsername('Settings')).toMatch(/^settings-[0-9a-f]{6}$/)
    expect(toUsername('Admin', true)).toBe('admin')
  })

  it('returns a valid username for every name the contract accepts', () => {
    const names = fc.oneof(
      fc.string({ unit: 'binary', maxLength: limits.displayName.max }),
      fc.constantFrom(
        'İ'.repeat(30),
        'ﷺ'.repeat(30),
        '𝒜'.repeat(15),
        'ŉ'.repeat(30),
        'a-'.repeat(15),
      ),
    )
    const { name: accepted } = register.input.shape
    fc.assert(
      fc.property(names, (name) => {
        const parsed = accepted.safeParse(name)
        if (!parsed.success) return
        const username = toUsername(parsed.data)
        expect(isUsername(username)).toBe(true)
        expect(isUsername(appendSuffix(username))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
