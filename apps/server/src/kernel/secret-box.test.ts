import { describe, expect, it } from 'vitest'
import { makeSecretBox } from './secret-box.ts'

const key = 'k'.repeat(43)
const newer = 'n'.repeat(43)

describe('the secret box', () => {
  it('decrypts what it encrypted, with another result each time', () => {
    const box = makeSecretBox([key])
    const [one, other] = [box.encrypt('a secret', 'totp 1'), box.encrypt('a secret', 'totp 1')]
    expect(one).not.toBe(other)
    expect(one).toMatch(/^stoa1:[0-9a-f]{8}:[\w-]+$/)
    expect(one).not.toContain('a secret')
    expect([one, other].map((text) => box.decrypt(text, 'totp 1'))).toEqual([
      'a secret',
      'a secret',
    ])
  })

  it('rejects a value that was changed, cut or moved to another place', () => {
    const box = makeSecretBox([key])
    const stored = box.encrypt('a secret', 'totp 1')
    const changed = stored.slice(0, -1) + (stored.endsWith('A') ? 'Q' : 'A')
    for (const bad of [changed, stored.slice(0, -8), stored.slice(0, 20)])
      expect(() => box.decrypt(bad, 'totp 1'), bad).toThrow()
    expect(() => box.decrypt(stored, 'totp 2')).toThrow()
  })

  it('still decrypts with an earlier key, and encrypts with the first', () => {
    const stored = makeSecretBox([key]).encrypt('a secret', 'smtp')
    const rotated = makeSecretBox([newer, key])
    expect(rotated.decrypt(stored, 'smtp')).toBe('a secret')
    expect(stored.startsWith(rotated.prefix)).toBe(false)
    const again = rotated.encrypt('a secret', 'smtp')
    expect(again.startsWith(rotated.prefix)).toBe(true)
    expect(() => makeSecretBox([key]).decrypt(again, 'smtp')).toThrow('is not known')
  })

  it('leaves text alone without a key, and text from before there was one', () => {
    expect(makeSecretBox([]).encrypt('a secret', 'smtp')).toBe('a secret')
    expect(makeSecretBox([key]).decrypt('a secret', 'smtp')).toBe('a secret')
  })
})
