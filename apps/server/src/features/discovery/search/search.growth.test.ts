import { parseSearchQuery } from '@stoa/contract/search-query'
import { describe, expect, it } from 'vitest'
import { expectLinear, hostileTexts } from '../../../../test/growth.ts'
import { buildExcerpt } from './search.excerpts.ts'
import { assignPositions, toVector } from './search.vector.ts'
import { tokenize } from './search.tokenizer.ts'

const noStems = { stemOf: () => null, isStopWord: () => false, isStopWordAnywhere: () => false }

/** Distinct words that all need folding. */
function distinctWords(length: number) {
  let text = ''
  for (let at = 0; text.length < length; at++)
    text += `${String.fromCodePoint(0xe0 + (at % 20))}${at.toString(36)} `
  return text.slice(0, length)
}

const texts = [...hostileTexts, distinctWords]

describe('tokenize', () => {
  it('takes linear time for every alphabet', () => {
    for (const create of texts) expectLinear(create, tokenize, 32_768)
  }, 120_000)

  it('ignores text beyond the maximum length of a post', () => {
    const word = 'word '
    const [atMaxLength, beyond] = [13_107, 20_000].map(
      (times) => tokenize(word.repeat(times)).length,
    )
    expect(beyond).toBe(atMaxLength)
  })
})

describe('toVector', () => {
  it('takes linear time for every alphabet', () => {
    for (const create of texts)
      expectLinear(
        create,
        (text) => toVector(assignPositions([{ text, weight: 'C' }]), noStems),
        16_384,
      )
  }, 120_000)

  it('fits into a tsvector even if every character expands to a phrase', () => {
    let text = ''
    for (let at = 0; text.length < 65_000; at++) {
      const [first, second] = [0x10_00 + (at % 4000), 0x12_00 + Math.floor(at / 4000)]
      text += `ال\uFDFA${String.fromCodePoint(first, second)}_y `
    }
    const vector = toVector(assignPositions([{ text, weight: 'C' }]), noStems)
    const lexemes = vector.replaceAll(/:[\dA-D,]+/g, '')
    expect(Buffer.byteLength(lexemes)).toBeLessThan(1_000_000)
  })
})

describe('buildExcerpt', () => {
  it('takes linear time for every alphabet', () => {
    const { terms } = parseSearchQuery('aaaaaaaaaab ああい AAA _ e\u0301 x.y.z "a b c"')
    for (const create of texts) expectLinear(create, (text) => buildExcerpt(text, terms), 16_000)
  }, 120_000)
})
