import { parseSearchQuery, printSearchQuery } from '@stoa/contract/search-query'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

/** Text made of the characters and words that the query syntax gives a meaning to. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 256 }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '"',
          '[',
          ']',
          '-',
          '*',
          ':',
          ' ',
          'score:',
          'is:',
          'user:me',
          'answer',
          'views:0',
          'İß',
        ),
        fc.string({ maxLength: 5 }),
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
)

describe('parseSearchQuery', () => {
  it('parses any text, and parses its printed form to the same query', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (typed, isTyping) => {
        const query = parseSearchQuery(typed, { isTyping })
        expect(query.terms.length + query.tags.length).toBeLessThanOrEqual(16)
        expect(parseSearchQuery(printSearchQuery(query))).toEqual(query)
      }),
      { numRuns: 2_000 },
    )
  })
})
