import { expect, it } from 'vitest'
import { canUsePasskeys } from './passkey-support.ts'

it.each([
  ['https://porch.example', true],
  ['https://porch.example:8443/forum', true],
  ['http://localhost:3000', true],
  ['http://porch.localhost', true],
  ['http://porch.example', false],
  ['http://127.0.0.1:3000', false],
  ['https://192.0.2.7', false],
  ['https://[2001:db8::1]', false],
  ['', false],
])('canUsePasskeys(%s) is %s', (url, expected) => {
  expect(canUsePasskeys(url)).toBe(expected)
})
