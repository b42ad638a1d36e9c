import { parseSearchQuery } from '@stoa/contract/search-query'
import { describe, expect, it } from 'vitest'
import { expectLinear, hostileTexts } from '../../../test/growth.ts'
import { excerptOf } from './search.excerpts.ts'
import { place, toVector } from './search.vector.ts'
import { tokensOf } from './search.words.ts'

const noStems = { stemOf: () => null, isStop: () => false, isStopSomewhere: () => false }

/** Every word is another one, and has to be folded. */
function distinctWords(length: number) {
  let text = ''
  for (let at = 0; text.length < length; at++)
    text += `${String.fromCodePoint(0xe0 + (at % 20))}${at.toString(36)} `
  return text.slice(0, length)
}

const texts = [...hostileTexts, distinctWords]

describe('tokensOf', () => {
  it('takes linear time for every alphabet', () => {
    for (const make of texts) expectLinear(make, tokensOf, 32_768)
  }, 120_000)

  it('reads no more than a post may hold', () => {
    const word = 'word '
    const [longest, longer] = [13_107, 20_000].map((times) => tokensOf(word.repeat(times)).length)
    expect(longer).toBe(longest)
  })
})

describe('the vector of a document', () => {
  it('takes linear time for every alphabet', () => {
    for (const make of texts)
      expectLinear(make, (text) => toVector(place([{ text, weight: 'C' }]), noStems), 16_384)
  }, 120_000)

  it('fits into a tsvector even if every letter stands for a phrase', () => {
    let text = ''
    for (let at = 0; text.length < 65_000; at++) {
      const [one, two] = [0x10_00 + (at % 4000), 0x12_00 + Math.floor(at / 4000)]
      text += `ال\uFDFA${String.fromCodePoint(one, two)}_y `
    }
    const vector = toVector(place([{ text, weight: 'C' }]), noStems)
    const lexemes = vector.replaceAll(/:[\dA-D,]+/g, '')
    expect(Buffer.byteLength(lexemes)).toBeLessThan(1_000_000)
  })
})

describe('excerptOf', () => {
  it('takes linear time for every alphabet', () => {
    const { terms } = parseSearchQuery('aaaaaaaaaab ああい AAA _ e\u0301 x.y.z "a b c"')
    for (const make of texts) expectLinear(make, (text) => excerptOf(text, terms), 16_000)
  }, 120_000)
})
