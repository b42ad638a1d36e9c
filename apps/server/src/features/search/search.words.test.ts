import { parseSearchQuery } from '@stoa/contract/search-query'
import { describe, expect, it } from 'vitest'
import { excerptOf } from './search.excerpts.ts'
import { distanceOf, nearest } from './search.typos.ts'
import { fold, tokensOf, variantsOf } from './search.words.ts'

describe('the words of a text', () => {
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
    expect(tokensOf(text).map(({ words }) => words)).toEqual(expected)
  })

  it('keep an identifier together as well, but no number', () => {
    expect(tokensOf('useState 16.1').map(({ joined }) => joined)).toEqual(['usestate', null])
  })

  it('know where they stand', () => {
    const text = 'An été: useState'
    expect(tokensOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'An',
      'été',
      'useState',
    ])
  })

  it('are the same with and without marks, and with the Arabic article', () => {
    expect(fold('Ｃafé خَطَأ')).toBe('cafe خطا')
    expect(variantsOf('الهاتف')).toEqual(['الهاتف', 'هاتف'])
  })
})

describe('near words', () => {
  it.each([
    ['abc', 'abc', 0],
    ['abc', 'acb', 1],
    ['kuberentes', 'kubernetes', 1],
    ['kitten', 'sitting', 3],
    ['', 'ab', 2],
  ])('%s and %s are %i apart', (one, two, distance) => {
    expect(distanceOf(one, two)).toBe(distance)
  })

  it('are chosen by distance, then by how many have them; a known one is right', () => {
    const known = [
      { word: 'bread', titles: 3 },
      { word: 'broad', titles: 9 },
      { word: 'board', titles: 5 },
    ]
    expect(nearest('bredd', known)).toBe('bread')
    expect(nearest('brad', known)).toBe('broad')
    expect(nearest('bread', known)).toBeNull()
    expect(nearest('zebra', known)).toBeNull()
  })
})

describe('an excerpt', () => {
  const excerpt = (text: string, q: string) => excerptOf(text, parseSearchQuery(q).terms)

  it('marks what was looked for, in other forms too, and lets no HTML through', () => {
    expect(excerpt('<img src=x onerror=alert(1)> "sorted" & sorting', 'sort sorted alert')).toBe(
      '&lt;img src=x onerror=<mark>alert</mark>(1)&gt; &quot;<mark>sorted</mark>&quot; &amp; <mark>sorting</mark>',
    )
    expect(excerpt('数据库连接超时', '连接超时')).toBe('数据库<mark>连接超时</mark>')
    expect(excerpt('one two', '-two')).toBe('one two')
  })

  it('shows the part that matches, not only the beginning', () => {
    const text = `${'before '.repeat(100)}here is the needle ${'after '.repeat(100)}`
    const shown = excerpt(text, 'needle')
    expect(shown).toContain('<mark>needle</mark>')
    expect(shown).toMatch(/^….*…$/)
    expect(shown.length).toBeLessThan(300)
  })
})
