import { describe, expect, it } from 'vitest'
import { chosenFrom, pageNumber, pageOfList, withQuery } from './paging.ts'

const query = (text: string) => new URLSearchParams(text)

describe('pages', () => {
  it('are numbers from one; all else is not found', () => {
    expect(pageNumber(query(''))).toBe(1)
    expect(pageNumber(query('page=12'))).toBe(12)
    for (const text of ['0', '-1', '1.5', 'two', '', '9999999']) {
      expect(() => pageNumber(query(`page=${text}`)), text).toThrow()
    }
  })

  it('end where the list ends', () => {
    expect(pageOfList({ count: 41, list: [1] }, 1, 20)).toMatchObject({ page: 1, pages: 3 })
    expect(pageOfList({ count: 0, list: [] }, 1, 20)).toMatchObject({ pages: 1 })
    expect(() => pageOfList({ count: 41, list: [] }, 4, 20)).toThrow()
  })
})

it('an unknown order is the usual one', () => {
  expect(chosenFrom(['newest', 'score'], 'score')).toBe('score')
  expect(chosenFrom(['newest', 'score'], 'sideways')).toBe('newest')
})

it('an address has only what is set, safely written', () => {
  expect(withQuery('/search', { q: 'c++ & [a]', order: undefined, page: 2 })).toBe(
    '/search?q=c%2B%2B+%26+%5Ba%5D&page=2',
  )
  expect(withQuery('/tags', { q: '' })).toBe('/tags')
})
