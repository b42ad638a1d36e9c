import { describe, expect, it } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const key = 'k'.repeat(43)
const newKey = 'n'.repeat(43)

describe('createSecretBox', () => {
  it('decrypts its values, which differ each time', () => {
    const box = createSecretBox([key])
    const [first, second] = [box.encrypt('a secret', 'totp 1'), box.encrypt('a secret', 'totp 1')]
    expect(first).not.toBe(second)
    expect(first).toMatch(/^stoa1:[0-9a-f]{8}:[\w-]+$/)
    expect(first).not.toContain('a secret')
    expect([first, second].map((text) => box.decrypt(text, 'totp 1'))).toEqual([
      'a secret',
      'a secret',
    ])
  })

  it('rejects a value that was changed, truncated or moved', () => {
    const box = createSecretBox([key])
    const stored = box.encrypt('a secret', 'totp 1')
    const changed = stored.slice(0, -1) + (stored.endsWith('A') ? 'Q' : 'A')
    for (const bad of [changed, stored.slice(0, -8), stored.slice(0, 20)])
      expect(() => box.decrypt(bad, 'totp 1'), bad).toThrow()
    expect(() => box.decrypt(stored, 'totp 2')).toThrow()
  })

  it('decrypts with previous keys and encrypts with the first', () => {
    const stored = createSecretBox([key]).encrypt('a secret', 'smtp')
    const rotated = createSecretBox([newKey, key])
    expect(rotated.decrypt(stored, 'smtp')).toBe('a secret')
    expect(stored.startsWith(rotated.prefix)).toBe(false)
    const again = rotated.encrypt('a secret', 'smtp')
    expect(again.startsWith(rotated.prefix)).toBe(true)
    expect(() => createSecretBox([key]).decrypt(again, 'smtp')).toThrow('is missing')
  })

  it('does not change plain text without a key, and reads old plain text', () => {
    expect(createSecretBox([]).encrypt('a secret', 'smtp')).toBe('a secret')
    expect(createSecretBox([key]).decrypt('a secret', 'smtp')).toBe('a secret')
  })
})
