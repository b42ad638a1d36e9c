import type { Stems } from './search.stems.ts'
import { iterateTokens, variantsOf } from './search.words.ts'

type Weight = 'A' | 'B' | 'C' | 'D'

/** A word at its place in a document. */
export type Placed = { word: string; at: number; weight: Weight }

/** Between two parts, so that no phrase reaches from one into the next. */
const gap = 5
/** As far as the database counts places; what stands behind is not found. */
const lastPlace = 16_000
/** Words that come late in a long text weigh less. */
const early = 150
const placesOfWord = 200
/** A tsvector holds a megabyte. Letters that stand for whole phrases could make one larger. */
const mostBytes = 900_000

export function place(parts: readonly { text: string; weight: Weight }[]): Placed[] {
  const placed: Placed[] = []
  let at = 1
  for (const { text, weight } of parts) {
    const start = at
    for (const token of iterateTokens(text)) {
      if (at > lastPlace) return placed
      const weighs = weight === 'C' && at - start > early ? 'D' : weight
      if (token.joined !== null) placed.push({ word: token.joined, at, weight: weighs })
      for (const word of token.words.slice(0, lastPlace + 1 - at))
        placed.push({ word, at: at++, weight: weighs })
      if (token.isRun) {
        // Alone as well, so that a search for this one character finds it.
        const last = [...(token.words.at(-1) ?? '')].at(-1)
        if (last !== undefined) placed.push({ word: last, at: at++, weight: weighs })
      }
    }
    if (at > start) at += gap
  }
  return placed
}

/** The text of a tsvector: each word as it is and, marked, its stem. */
export function toVector(placed: readonly Placed[], stems: Stems): string {
  const lexemes = new Map<string, string[]>()
  let bytes = 0
  const add = (lexeme: string, { at, weight }: Placed) => {
    const places = lexemes.get(lexeme)
    const more = places === undefined ? Buffer.byteLength(lexeme) + 8 : 2
    if (bytes + more > mostBytes) return
    if (places === undefined) lexemes.set(lexeme, [`${at}${weight}`])
    else if (places.length < placesOfWord) places.push(`${at}${weight}`)
    else return
    bytes += more
  }
  for (const one of placed) {
    for (const variant of variantsOf(one.word)) add(variant, one)
    const stem = stems.stemOf(one.word)
    if (stem !== null) add(stemLexeme(stem), one)
  }
  return [...lexemes].map(([lexeme, places]) => `${quoted(lexeme)}:${places.join(',')}`).join(' ')
}

/** Stems are kept beside the words, under a sign no word begins with. */
export function stemLexeme(stem: string) {
  return `~${stem}`
}

export function quoted(lexeme: string) {
  return `'${lexeme.replaceAll(/['\\]/g, '$&$&')}'`
}
