import { expect, it } from 'vitest'
import { deviceCookie, expiredSessionCookie, sessionCookie } from './session-cookie.ts'

it('binds the session cookie to the host over https', () => {
  expect(sessionCookie('https://ask.example', 'abc')).toBe(
    '__Host-sid=abc; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure',
  )
})

it('sets the session cookie on a plain http site', () => {
  expect(sessionCookie('http://127.0.0.1:3000', 'abc')).toBe(
    'sid=abc; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax',
  )
  expect(expiredSessionCookie('http://127.0.0.1:3000')).toContain('sid=; Path=/; Max-Age=0')
})

it('protects the device cookie from scripts and other hosts', () => {
  expect(deviceCookie('https://ask.example', 'abc')).toBe(
    '__Host-device=abc; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure',
  )
  expect(deviceCookie('http://127.0.0.1:3000', 'abc')).toMatch(/^device=abc; .*HttpOnly/)
})
