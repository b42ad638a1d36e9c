import { describe, expect, it } from 'vitest'
import { createNetworkMatcher } from './networks.rules.ts'

describe('createNetworkMatcher', () => {
  it.each([
    ['192.0.2.0/24', '192.0.2.200', true],
    ['192.0.2.0/24', '192.0.3.1', false],
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.70', false],
    ['192.0.2.0/24', '::ffff:192.0.2.9', true],
    ['2001:db8::/32', '2001:DB8:1::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:db8::1', '2001:db8:0:0::1', true],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['192.0.2.0/24', 'unknown', false],
    ['192.0.2.0/24', '', false],
  ])('%s includes %s: %s', (network, ip, expected) => {
    expect(createNetworkMatcher([network])(ip)).toBe(expected)
  })
})
