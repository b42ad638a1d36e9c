import { parseSearchQuery } from '@stoa/contract/search-query'
import { describe, expect, it } from 'vitest'
import { buildExcerpt } from './search.excerpts.ts'
import { editDistance, findNearest } from './search.typos.ts'
import { fold, tokenize, variantsOf } from './search.tokenizer.ts'

describe('tokenize', () => {
  it.each([
    ['two words', [['two'], ['words']]],
    ['C++, C# and .NET', [['c++'], ['c#'], ['and'], ['.net']]],
    ['useState', [['use', 'state']]],
    ['XMLHttpRequest', [['xml', 'http', 'request']]],
    [
      'node.js 16.1',
      [
        ['node', 'js'],
        ['16', '1'],
      ],
    ],
    ['client_max_body', [['client', 'max', 'body']]],
    ['std::vector', [['std'], ['vector']]],
    ["l'été", [['l'], ['ete']]],
    ['Größe', [['grosse']]],
    ['连接超时', [['连接', '接超', '超时']]],
    ['猫', [['猫']]],
    ['Python中', [['python'], ['中']]],
    ['?!', []],
  ])('%s', (text, expected) => {
    expect(tokenize(text).map(({ words }) => words)).toEqual(expected)
  })

  it('also joins the parts of an identifier, but not of a number', () => {
    expect(tokenize('useState 16.1').map(({ joined }) => joined)).toEqual(['usestate', null])
  })

  it('returns the offsets of words', () => {
    const text = 'An été: useState'
    expect(tokenize(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'An',
      'été',
      'useState',
    ])
  })

  it('folds diacritics and handles the Arabic article', () => {
    expect(fold('Ｃafé خَطَأ')).toBe('cafe خطا')
    expect(variantsOf('الهاتف')).toEqual(['الهاتف', 'هاتف'])
  })
})

describe('spelling correction', () => {
  it.each([
    ['abc', 'abc', 0],
    ['abc', 'acb', 1],
    ['kuberentes', 'kubernetes', 1],
    ['kitten', 'sitting', 3],
    ['', 'ab', 2],
  ])('the edit distance of "%s" and "%s" is %i', (one, two, distance) => {
    expect(editDistance(one, two)).toBe(distance)
  })

  it('chooses by distance, then by frequency, and never corrects a known word', () => {
    const known = [
      { word: 'bread', titles: 3 },
      { word: 'broad', titles: 9 },
      { word: 'board', titles: 5 },
    ]
    expect(findNearest('bredd', known)).toBe('bread')
    expect(findNearest('brad', known)).toBe('broad')
    expect(findNearest('bread', known)).toBeNull()
    expect(findNearest('zebra', known)).toBeNull()
  })
})

describe('buildExcerpt', () => {
  const excerptFor = (text: string, q: string) => buildExcerpt(text, parseSearchQuery(q).terms)

  it('marks matches in any form and escapes HTML', () => {
    expect(excerptFor('<img src=x onerror=alert(1)> "sorted" & sorting', 'sort sorted alert')).toBe(
      '&lt;img src=x onerror=<mark>alert</mark>(1)&gt; &quot;<mark>sorted</mark>&quot; &amp; <mark>sorting</mark>',
    )
    expect(excerptFor('数据库连接超时', '连接超时')).toBe('数据库<mark>连接超时</mark>')
    expect(excerptFor('one two', '-two')).toBe('one two')
  })

  it('shows the matching part of a long text', () => {
    const text = `${'before '.repeat(100)}here is the needle ${'after '.repeat(100)}`
    const shown = excerptFor(text, 'needle')
    expect(shown).toContain('<mark>needle</mark>')
    expect(shown).toMatch(/^….*…$/)
    expect(shown.length).toBeLessThan(300)
  })
})
