import { describe, expect, it } from 'vitest'
import { loginPathFrom, toInternalPath } from './paths.ts'

describe('toInternalPath', () => {
  it('accepts paths of this site', () => {
    for (const path of ['/', '/questions/ask', '/questions?page=2&order=hot', '/a//b', '/@x']) {
      expect(toInternalPath(path)).toBe(path)
    }
  })

  it('rejects values a browser could resolve to another origin', () => {
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
})

it('loginPathFrom adds the current location, but never a login page', () => {
  expect(loginPathFrom('/questions/ask')).toBe('/users/login?redirect=%2Fquestions%2Fask')
  expect(loginPathFrom('/users/login?redirect=%2Fx')).toBe('/users/login')
  expect(loginPathFrom('/users/register')).toBe('/users/login')
  expect(loginPathFrom('/')).toBe('/users/login')
})
