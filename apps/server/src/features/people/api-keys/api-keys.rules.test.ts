import { describe, expect, it } from 'vitest'
import { canExpireAt, canUseKey, formatKey, maskKey, parseKey } from './api-keys.rules.ts'

const now = new Date('2026-01-02')
const before = new Date('2026-01-01')
const after = new Date('2026-01-03')
const allowed = { ok: true }
const denied = (code: string) => ({ ok: false, code })

describe('canUseKey', () => {
  it.each([
    [null, null, allowed],
    [after, null, allowed],
    [now, null, denied('api_key.expired')],
    [before, null, denied('api_key.expired')],
    [null, before, denied('api_key.revoked')],
    [before, before, denied('api_key.revoked')],
  ])('expires %o, revoked %o', (expiresAt, revokedAt, expected) => {
    expect(canUseKey({ expiresAt, revokedAt }, now)).toEqual(expected)
  })
})

describe('canExpireAt', () => {
  it.each([
    [null, allowed],
    [after, allowed],
    [now, denied('api_key.expiry')],
    [before, denied('api_key.expiry')],
  ])('%o', (expiresAt, expected) => {
    expect(canExpireAt(expiresAt, now)).toEqual(expected)
  })
})

describe('parseKey', () => {
  const secret = '0f'.repeat(32)

  it('reads what formatKey writes', () => {
    expect(parseKey(formatKey('12', secret))).toEqual({ id: '12', secret })
  })

  it.each([
    '',
    'stoa_key_',
    `stoa_key_0_${secret}`,
    `stoa_key_1234567890123456789_${secret}`,
    `stoa_key_12_${secret}0`,
    `stoa_key_12_${secret.slice(1)}`,
    `stoa_key_12_${secret.toUpperCase()}`,
    ` stoa_key_12_${secret}`,
    maskKey('12'),
  ])('rejects %j', (text) => {
    expect(parseKey(text)).toBeNull()
  })
})
