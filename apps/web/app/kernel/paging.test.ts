import { describe, expect, it } from 'vitest'
import { pickOption, parsePageNumber, toListPage, withQuery } from './paging.ts'

const query = (text: string) => new URLSearchParams(text)

describe('parsePageNumber and toListPage', () => {
  it('accept numbers from one and throw 404 for anything else', () => {
    expect(parsePageNumber(query(''))).toBe(1)
    expect(parsePageNumber(query('page=12'))).toBe(12)
    for (const text of ['0', '-1', '1.5', 'two', '', '9999999']) {
      expect(() => parsePageNumber(query(`page=${text}`)), text).toThrow()
    }
  })

  it('throw 404 beyond the last page', () => {
    expect(toListPage({ count: 41, list: [1] }, 1, 20)).toMatchObject({ page: 1, pages: 3 })
    expect(toListPage({ count: 0, list: [] }, 1, 20)).toMatchObject({ pages: 1 })
    expect(() => toListPage({ count: 41, list: [] }, 4, 20)).toThrow()
  })
})

it('pickOption falls back to the first option', () => {
  expect(pickOption(['newest', 'score'], 'score')).toBe('score')
  expect(pickOption(['newest', 'score'], 'sideways')).toBe('newest')
})

it('withQuery encodes values and leaves out empty ones', () => {
  expect(withQuery('/search', { q: 'c++ & [a]', order: undefined, page: 2 })).toBe(
    '/search?q=c%2B%2B+%26+%5Ba%5D&page=2',
  )
  expect(withQuery('/tags', { q: '' })).toBe('/tags')
})
