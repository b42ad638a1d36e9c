import { describe, expect, it } from 'vitest'
import { findWordProblems, wordRules } from './word-rules.ts'

describe('words check', () => {
  const rules = [
    { pattern: /\bmost[A-Z]\w*/, say: 'max…' },
    { pattern: /\brank\b/, say: 'reputation', allowedIn: ['wire.ts'] },
    { pattern: /\baddress\b/, say: 'URL', in: /\.json$/ },
  ]

  it('accepts plain language', () => {
    expect(findWordProblems(rules, { 'tags.ts': 'const maxTags = 5' })).toEqual([])
  })

  it('reports the line, the word and the replacement', () => {
    expect(findWordProblems(rules, { 'tags.ts': 'const a = 1\nconst mostTags = 5' })).toEqual([
      'tags.ts:2: "mostTags": say max…',
    ])
  })

  it('reports a file name as line 0', () => {
    expect(findWordProblems(rules, { 'rank.ts': '' })).toEqual([
      'rank.ts:0: "rank": say reputation',
    ])
  })

  it('allows a word in the files that need it', () => {
    expect(findWordProblems(rules, { 'wire.ts': 'rank', 'other.ts': 'rank' })).toHaveLength(1)
  })

  it('applies a rule only to matching files', () => {
    const files = { 'en_US.json': 'The address', 'server.ts': 'address' }
    expect(findWordProblems(rules, files)).toEqual(['en_US.json:1: "address": say URL'])
  })

  it.each([
    ['apps/server/src/kernel/route.ts', 'handle(): Promise<ReplyOf<E>>'],
    ['docs/testing.md', 'The text is sanitised.'],
    ['apps/server/src/features/content/votes/votes.actions.ts', 'vote(tx: Tx, who: Actor)'],
    ['packages/locales/src/en_US.json', '"login.title": "Sign in with your picture"'],
  ])('rejects words of the list in %s', (file, text) => {
    expect(findWordProblems(wordRules, { [file]: text })).not.toEqual([])
  })
})
