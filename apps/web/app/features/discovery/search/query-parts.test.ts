import { describe, expect, it } from 'vitest'
import {
  readFilters,
  findSingleTag,
  toChips,
  toFilters,
  toQueryText,
  withFilters,
} from './query-parts.ts'

describe('search operators', () => {
  it('become chips, each with the search without it', () => {
    expect(toChips('[a] foo [b] score:3 is:answer "two words"')).toEqual([
      { text: '[a]', without: '[b] score:3 is:answer foo "two words"' },
      { text: '[b]', without: '[a] score:3 is:answer foo "two words"' },
      { text: 'score:3', without: '[a] [b] is:answer foo "two words"' },
      { text: 'is:answer', without: '[a] [b] score:3 foo "two words"' },
    ])
    expect(toChips('c++ (what?) 🎉 is:unknown')).toEqual([])
  })

  it('are replaced by the values of the form, other operators stay', () => {
    const text = 'foo -[old] [a] views:9 answers:0'
    const filters = toFilters(text)
    expect(filters).toEqual({ tag: 'a', user: '', score: '', is: '', answered: 'none', after: '' })
    expect(withFilters(text, filters)).toBe('[a] -[old] answers:0 views:9 foo')
    const changed = {
      tag: 'c++, [B]',
      user: ' ada ',
      score: '3',
      is: 'question',
      answered: 'open',
      after: '7d',
    } as const
    expect(withFilters(text, changed)).toBe(
      '[c++] [b] -[old] user:ada score:3 views:9 after:7d is:question hasaccepted:no foo',
    )
    expect(withFilters('x', { ...filters, after: 'soon' })).toBe('[a] answers:0 x')
    expect(withFilters('answers:2', { ...filters, answered: '' })).toBe('[a] answers:2')
  })

  it('are read from the URL only if it has form fields', () => {
    expect(readFilters(new URLSearchParams('q=x&page=2'))).toBeNull()
    expect(readFilters(new URLSearchParams('q=x&is=poem&tag=a'))).toMatchObject({
      is: '',
      tag: 'a',
    })
  })
})

describe('search text', () => {
  it('is cut at the limit of the API, never within a character', () => {
    expect(toQueryText(null)).toBe('')
    expect(toQueryText('x'.repeat(300))).toHaveLength(256)
    expect(toQueryText(`${'x'.repeat(255)}🎉`).isWellFormed()).toBe(true)
  })

  it.each([
    ['[CSS]', 'css'],
    ['css', 'css'],
    ['c++', 'c++'],
    ['-[css]', null],
    ['[css] grid', null],
    ['[a] [b]', null],
    ['css score:3', null],
    ['"css"', null],
    ['css*', null],
    ['', null],
  ])('%s is a search for the tag %s', (text, tag) => {
    expect(findSingleTag(text)).toBe(tag)
  })
})
