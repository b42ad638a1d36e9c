import type { Stems } from './search.stems.ts'
import { iterateTokens, variantsOf } from './search.tokenizer.ts'

type Weight = 'A' | 'B' | 'C' | 'D'

export type PositionedWord = { word: string; position: number; weight: Weight }

/** Keeps phrases from spanning two parts. */
const positionGap = 5
/** The maximum of a tsvector; later words are not indexed. */
const maxPosition = 16_000
/** Later words of a long text get weight D. */
const earlyPositions = 150
const maxPositionsPerWord = 200
/** A tsvector is limited to 1 MB, and some characters expand to whole phrases. */
const maxBytes = 900_000

export function assignPositions(
  parts: readonly { text: string; weight: Weight }[],
): PositionedWord[] {
  const words: PositionedWord[] = []
  let position = 1
  for (const { text, weight } of parts) {
    const start = position
    for (const token of iterateTokens(text)) {
      if (position > maxPosition) return words
      const effectiveWeight = weight === 'C' && position - start > earlyPositions ? 'D' : weight
      if (token.joined !== null)
        words.push({ word: token.joined, position, weight: effectiveWeight })
      for (const word of token.words.slice(0, maxPosition + 1 - position))
        words.push({ word, position: position++, weight: effectiveWeight })
      if (token.isRun) {
        // The last character is indexed alone too, so that a search for it matches.
        const last = [...(token.words.at(-1) ?? '')].at(-1)
        if (last !== undefined)
          words.push({ word: last, position: position++, weight: effectiveWeight })
      }
    }
    if (position > start) position += positionGap
  }
  return words
}

/** Each word is indexed as written and by its stem. */
export function toVector(words: readonly PositionedWord[], stems: Stems): string {
  const lexemes = new Map<string, string[]>()
  let bytes = 0
  const add = (lexeme: string, { position, weight }: PositionedWord) => {
    const positions = lexemes.get(lexeme)
    const added = positions === undefined ? Buffer.byteLength(lexeme) + 8 : 2
    if (bytes + added > maxBytes) return
    if (positions === undefined) lexemes.set(lexeme, [`${position}${weight}`])
    else if (positions.length < maxPositionsPerWord) positions.push(`${position}${weight}`)
    else return
    bytes += added
  }
  for (const word of words) {
    for (const variant of variantsOf(word.word)) add(variant, word)
    const stem = stems.stemOf(word.word)
    if (stem !== null) add(toStemLexeme(stem), word)
  }
  return [...lexemes]
    .map(([lexeme, positions]) => `${quoteLexeme(lexeme)}:${positions.join(',')}`)
    .join(' ')
}

/** The prefix keeps stems apart from words, which never start with it. */
export function toStemLexeme(stem: string) {
  return `~${stem}`
}

export function quoteLexeme(lexeme: string) {
  return `'${lexeme.replaceAll(/['\\]/g, '$&$&')}'`
}
