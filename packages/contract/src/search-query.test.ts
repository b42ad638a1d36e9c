import { describe, expect, it } from 'vitest'
import { parseSearchQuery, printSearchQuery, type SearchQuery } from './search-query.ts'

const word = (text: string, more: object = {}) => ({
  kind: 'word',
  text,
  isNot: false,
  isPrefix: false,
  ...more,
})

const table: [string, Partial<SearchQuery>][] = [
  ['', { terms: [], tags: [] }],
  ['two words', { terms: [word('two'), word('words')] as never }],
  [
    '[c++] [.net] [Foo-Bar]',
    { tags: ['c++', '.net', 'foo-bar'].map((slug) => ({ slug, isNot: false })) },
  ],
  [
    '-[php] -word',
    { tags: [{ slug: 'php', isNot: true }], terms: [word('word', { isNot: true })] as never },
  ],
  [
    '"a  phrase" -"not this"',
    {
      terms: [
        word('a phrase', { kind: 'phrase' }),
        word('not this', { kind: 'phrase', isNot: true }),
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
  ['colour:red constructor:1', { terms: [word('colour:red'), word('constructor:1')] as never }],
  ['pre*', { terms: [word('pre', { isPrefix: true })] as never }],
  ['?! - ++ []', { terms: [], tags: [] }],
  ['user:', { user: null, terms: [word('user:')] as never }],
  ['[open', { tags: [], terms: [word('[open')] as never }],
]

describe('a search as it is typed', () => {
  it.each(table)('%s', (text, expected) => {
    expect(parseSearchQuery(text)).toMatchObject(expected)
  })

  it('has at most sixteen terms of all kinds', () => {
    const query = parseSearchQuery(`[a] score:1 ${'w '.repeat(30)}`)
    expect(query.terms).toHaveLength(14)
    expect(parseSearchQuery('[t]'.repeat(40)).tags).toHaveLength(16)
  })

  it('takes the last word for a beginning while it is being typed', () => {
    const lastOf = (text: string) =>
      parseSearchQuery(text, { isTyping: true }).terms.at(-1)?.isPrefix
    expect(lastOf('react ho')).toBe(true)
    expect(lastOf('react ho ')).toBe(false)
    expect(lastOf('react -ho')).toBe(false)
    expect(lastOf('react "ho')).toBe(false)
    expect(lastOf('react [ho]')).toBe(false)
    expect(parseSearchQuery('react ho').terms.at(-1)?.isPrefix).toBe(false)
  })

  it('is written out so that it reads the same', () => {
    expect(printSearchQuery(parseSearchQuery('cat SCORE:3 "old  dog" -[x] pre* user:me'))).toBe(
      '-[x] user:me score:3 cat "old dog" pre*',
    )
  })
})
