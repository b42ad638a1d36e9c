import { expect, it } from 'vitest'
import { loginPathFrom, toInternalPath } from './addresses.ts'

it('takes paths of this site', () => {
  for (const path of ['/', '/questions/ask', '/questions?page=2&order=hot', '/a//b', '/@x']) {
    expect(toInternalPath(path)).toBe(path)
  }
})

it('refuses whatever a browser might read as another site', () => {
  const hostile = [
    '//elsewhere.example',
    '/\\elsewhere.example',
    '\\/elsewhere.example',
    'https://elsewhere.example',
    'javascript:alert(1)',
    '/\n/elsewhere.example',
    '/\t//elsewhere.example',
    '\u0000/x',
    '',
    'questions',
    `/${'x'.repeat(3000)}`,
  ]
  for (const path of [...hostile, null, undefined, 7]) expect(toInternalPath(path)).toBeNull()
})

it('remembers where someone was, but never the login page itself', () => {
  expect(loginPathFrom('/questions/ask')).toBe('/users/login?redirect=%2Fquestions%2Fask')
  expect(loginPathFrom('/users/login?redirect=%2Fx')).toBe('/users/login')
  expect(loginPathFrom('/users/register')).toBe('/users/login')
  expect(loginPathFrom('/')).toBe('/users/login')
})
