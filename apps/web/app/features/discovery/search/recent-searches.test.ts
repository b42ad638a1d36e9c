import { beforeEach, expect, it, vi } from 'vitest'
import { forgetSearch, readRecentSearches, rememberSearch, toRecentKey } from './recent-searches.ts'

const ada = toRecentKey('10')

beforeEach(() => {
  const values = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  })
})

it('lists searches newest first, each once', () => {
  for (const text of ['index', '[css] grid', 'index']) rememberSearch(ada, text)
  expect(readRecentSearches(ada)).toEqual(['index', '[css] grid'])
})

it('keeps eight searches', () => {
  for (let n = 1; n <= 10; n++) rememberSearch(ada, `word ${n}`)
  expect(readRecentSearches(ada)).toHaveLength(8)
  expect(readRecentSearches(ada)[7]).toBe('word 3')
})

it('removes a search', () => {
  for (const text of ['one', 'two']) rememberSearch(ada, text)
  forgetSearch(ada, 'two')
  expect(readRecentSearches(ada)).toEqual(['one'])
})

it('separates users who share a browser', () => {
  rememberSearch(ada, 'index')
  expect(readRecentSearches(toRecentKey('11'))).toEqual([])
  expect(readRecentSearches(toRecentKey(undefined))).toEqual([])
})

it('ignores what it cannot read', () => {
  localStorage.setItem(ada, '{"no": "list"}')
  expect(readRecentSearches(ada)).toEqual([])
  localStorage.setItem(ada, '[')
  expect(readRecentSearches(ada)).toEqual([])
  vi.stubGlobal('localStorage', undefined)
  expect(readRecentSearches(ada)).toEqual([])
  expect(() => rememberSearch(ada, 'index')).not.toThrow()
})
