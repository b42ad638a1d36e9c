import { describe, expect, it } from 'vitest'
import {
  inactivePathFrom,
  loginPathFrom,
  readRedirect,
  registerPathFrom,
  toInternalPath,
  withRedirect,
} from './paths.ts'

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

  it('rejects the API, however it is written', () => {
    const link = 'answer/api/v1/connector/login/northbank?intent=link'
    const dots = [`/x/../${link}`, `/./${link}`, `/x/%2e%2e/${link}`]
    for (const path of [`/${link}`, `/%61${link.slice(1)}`, ...dots])
      expect(toInternalPath(path)).toBeNull()
    for (const path of ['/answers', '/search?q=/answer/api', '/100%', '/x?redirect=/answer/api'])
      expect(toInternalPath(path)).toBe(path)
  })
})

it('loginPathFrom adds the current location, and passes on that of a page on the way', () => {
  expect(loginPathFrom('/questions/ask')).toBe('/users/login?redirect=%2Fquestions%2Fask')
  expect(loginPathFrom('/users/login?redirect=%2Fx%3Fa%3D1')).toBe(
    '/users/login?redirect=%2Fx%3Fa%3D1',
  )
  expect(loginPathFrom('/users/login?redirect=%2F%2Fx')).toBe('/users/login')
  expect(registerPathFrom('/users/login?redirect=%2Fx')).toBe('/users/register?redirect=%2Fx')
  expect(inactivePathFrom('/questions/1')).toBe(
    '/users/account-activation?redirect=%2Fquestions%2F1',
  )
  expect(loginPathFrom('/users/register')).toBe('/users/login')
  expect(loginPathFrom('/')).toBe('/users/login')
})

it('readRedirect reads what withRedirect adds, and only paths of this site', () => {
  const target = '/questions/1?order=hot&page=2#top'
  expect(readRedirect(withRedirect('/users/login', target))).toBe(target)
  expect(withRedirect('/users/login', null)).toBe('/users/login')
  for (const hostile of ['//evil.example', 'https://evil.example', '/%5Cevil.example', ''])
    expect(readRedirect(`/users/login?redirect=${hostile}`)).toBeNull()
  expect(readRedirect('/users/login')).toBeNull()
})
