import { describe, expect, it } from 'vitest'
import { parseSearchQuery, printSearchQuery, type SearchQuery } from './search-query.ts'

const word = (text: string, more: object = {}) => ({
  kind: 'word',
  text,
  isExcluded: false,
  isPrefix: false,
  ...more,
})

const table: [string, Partial<SearchQuery>][] = [
  ['', { terms: [], tags: [] }],
  ['two words', { terms: [word('two'), word('words')] as never }],
  [
    '[c++] [.net] [Foo-Bar]',
    { tags: ['c++', '.net', 'foo-bar'].map((slug) => ({ slug, isExcluded: false })) },
  ],
  [
    '-[php] -word',
    {
      tags: [{ slug: 'php', isExcluded: true }],
      terms: [word('word', { isExcluded: true })] as never,
    },
  ],
  [
    '"a  phrase" -"not this"',
    {
      terms: [
        word('a phrase', { kind: 'phrase' }),
        word('not this', { kind: 'phrase', isExcluded: true }),
      ] as never,
    },
  ],
  ['"left open', { terms: [word('left open', { kind: 'phrase' })] as never }],
  ['user:ada', { user: 'ada' }],
  ['USER:me', { user: 'me' }],
  ['answers:0 score:5 views:100', { answers: 0, score: 5, views: 100 }],
  ['score:many', { score: null, terms: [word('score:many')] as never }],
  ['is:question is:answer', { is: 'answer' }],
  ['is:comment', { is: null, terms: [word('is:comment')] as never }],
  ['hasaccepted:no', { hasAccepted: false }],
  ['hasaccepted:yes', { hasAccepted: true }],
  ['isaccepted:yes', { isAccepted: true }],
  ['isaccepted:no', { isAccepted: false, terms: [word('isaccepted:no')] as never }],
  ['inquestion:10010000000000001', { inQuestion: '10010000000000001' }],
  ['hue:red constructor:1', { terms: [word('hue:red'), word('constructor:1')] as never }],
  ['pre*', { terms: [word('pre', { isPrefix: true })] as never }],
  ['?! - ++ []', { terms: [], tags: [] }],
  ['user:', { user: null, terms: [word('user:')] as never }],
  ['[open', { tags: [], terms: [word('[open')] as never }],
]

describe('parseSearchQuery', () => {
  it.each(table)('parses %j', (text, expected) => {
    expect(parseSearchQuery(text)).toMatchObject(expected)
  })

  it('ignores everything after sixteen terms of any kind', () => {
    const query = parseSearchQuery(`[a] score:1 ${'w '.repeat(30)}`)
    expect(query.terms).toHaveLength(14)
    expect(parseSearchQuery('[t]'.repeat(40)).tags).toHaveLength(16)
  })

  it('treats the last word as a prefix while the user is typing', () => {
    const lastOf = (text: string) =>
      parseSearchQuery(text, { isTyping: true }).terms.at(-1)?.isPrefix
    expect(lastOf('react ho')).toBe(true)
    expect(lastOf('react ho ')).toBe(false)
    expect(lastOf('react -ho')).toBe(false)
    expect(lastOf('react "ho')).toBe(false)
    expect(lastOf('react [ho]')).toBe(false)
    expect(parseSearchQuery('react ho').terms.at(-1)?.isPrefix).toBe(false)
  })

  it('is reversed by printSearchQuery', () => {
    expect(printSearchQuery(parseSearchQuery('cat SCORE:3 "old  dog" -[x] pre* user:me'))).toBe(
      '-[x] user:me score:3 cat "old dog" pre*',
    )
  })
})
