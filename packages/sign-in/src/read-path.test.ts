import { describe, expect, it } from 'vitest'
import { readPath, readText } from './read-path.ts'

const claims = {
  sub: 'a',
  id: 7,
  'https://example.com/groups': ['staff'],
  realm_access: { roles: ['admin'] },
  resource_access: { 'stoa.example': { roles: ['moderator'] } },
  emails: [{ value: ' ada@example.org ' }],
  nothing: null,
}

describe('readPath', () => {
  it.each([
    ['sub', 'a'],
    ['https://example.com/groups', ['staff']],
    ['realm_access.roles', ['admin']],
    ['resource_access.stoa.example.roles', ['moderator']],
    ['emails.0.value', ' ada@example.org '],
    ['realm_access.none', undefined],
    ['nothing.here', undefined],
    ['', undefined],
    ['constructor.name', undefined],
    ['sub.length', undefined],
  ])('%s', (path, value) => {
    expect(readPath(claims, path)).toEqual(value)
  })
})

describe('readText', () => {
  it.each([
    ['id', '7'],
    ['emails.0.value', 'ada@example.org'],
    ['realm_access', ''],
    ['nothing', ''],
  ])('%s', (path, text) => {
    expect(readText(claims, path)).toBe(text)
  })
})
