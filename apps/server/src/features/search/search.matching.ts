import type { SearchTerm } from '@stoa/contract/search-query'
import type { Stems } from './search.stems.ts'
import { quoted, stemLexeme } from './search.vector.ts'
import { type Token, tokensOf, variantsOf } from './search.words.ts'

/** What is looked for, as texts of the type tsquery. */
export type Matching = {
  /** Everything that is asked for and nothing that is not; null without words. */
  all: string | null
  /** What of it counts by itself when not everything can be found. */
  any: string[]
  /** What must not be there in any case. */
  none: string | null
}

/** Takes a word for another one too, which it was probably meant to be. */
type Corrections = ReadonlyMap<string, string>

export function wordsOfTerms(terms: readonly SearchTerm[]): string[] {
  return terms.flatMap(({ text }) =>
    tokensOf(text).flatMap(({ words, joined }) => (joined === null ? words : [...words, joined])),
  )
}

export function matchingOf(
  terms: readonly SearchTerm[],
  stems: Stems,
  corrections: Corrections = new Map(),
): Matching {
  const wanted = terms.filter(({ isNot }) => !isNot)
  const telling = wanted.filter((term) => !isStopTerm(term, (word) => stems.isStop(word)))
  const chosen = telling.length === 0 ? wanted : telling
  const said = chosen.filter((term) => !isStopTerm(term, (word) => stems.isStopSomewhere(word)))
  const none = parts(
    terms.filter(({ isNot }) => isNot).map((term) => strict(term, stems)),
    ' | ',
  )
  const all = parts(
    chosen.map((term) => strict(term, stems)),
    ' & ',
  )
  const loosely = (said.length === 0 ? chosen : said).flatMap((term) =>
    loose(term, stems, corrections),
  )
  const any = [...new Set(loosely)].slice(0, mostParts)
  return {
    all: all === null || none === null ? (all ?? negated(none)) : `(${all}) & !(${none})`,
    any,
    none,
  }
}

/** A long text of a script without spaces would be hundreds. */
const mostParts = 40

function negated(none: string | null) {
  return none === null ? null : `!(${none})`
}

function parts(list: readonly (string | null)[], between: string): string | null {
  const some = list.filter((one) => one !== null)
  return some.length === 0 ? null : some.map((one) => `(${one})`).join(between)
}

function isStopTerm({ kind, text }: SearchTerm, isStop: (word: string) => boolean) {
  if (kind === 'phrase') return false
  const words = tokensOf(text).flatMap((token) => token.words)
  return words.length === 1 && words.every(isStop)
}

function strict(term: SearchTerm, stems: Stems): string | null {
  const tokens = tokensOf(term.text)
  if (term.kind === 'phrase') return phrase(tokens.flatMap(({ words }) => words))
  const last = tokens.length - 1
  return parts(
    tokens.map((token, at) => ofToken(token, stems, term.isPrefix && at === last)),
    tokens.some(({ isRun }) => isRun) ? ' & ' : ' <-> ',
  )
}

function ofToken({ words, joined, isRun }: Token, stems: Stems, isPrefix: boolean): string | null {
  if (isRun)
    return parts(
      words.map((word) => pair(word)),
      ' & ',
    )
  const [first = ''] = words
  if (words.length === 1) return oneWord(first, stems, isPrefix)
  const together = phrase(words, isPrefix)
  return joined === null ? together : `${together} | ${quoted(joined)}${isPrefix ? ':*' : ''}`
}

/** A character alone is found as the first of any pair. */
function pair(word: string) {
  return [...word].length === 1 ? `${quoted(word)}:*` : quoted(word)
}

function phrase(words: readonly string[], isPrefix = false): string | null {
  const last = words.length - 1
  return parts(
    words.map((word, at) => anyOf(variantsOf(word), isPrefix && at === last)),
    ' <-> ',
  )
}

function oneWord(word: string, stems: Stems, isPrefix: boolean) {
  const stem = stems.stemOf(word)
  const exact = anyOf(variantsOf(word), isPrefix)
  return stem === null ? exact : `${exact} | ${quoted(stemLexeme(stem))}`
}

function anyOf(words: readonly string[], isPrefix: boolean) {
  return words.map((word) => `${quoted(word)}${isPrefix ? ':*' : ''}`).join(' | ')
}

/** Each word by itself, with what begins like it, and with what it was probably meant to be. */
function loose(term: SearchTerm, stems: Stems, corrections: Corrections): string[] {
  if (term.kind === 'phrase') return [strict(term, stems) ?? ''].filter((one) => one !== '')
  return tokensOf(term.text).flatMap((token) => {
    if (token.isRun) return token.words.map((word) => pair(word))
    const whole = [token.joined ?? token.words[0] ?? '', ...token.words]
    const meant = whole.flatMap((word) => corrections.get(word) ?? [])
    const exact = ofToken(token, stems, false)
    const beginnings = whole.slice(0, 1).flatMap((word) => beginningsOf(word))
    return [
      [
        ...(exact === null ? [] : [`(${exact})`]),
        ...beginnings,
        ...meant.map((word) => `(${oneWord(word, stems, false)})`),
      ].join(' | '),
    ]
  })
}

/** What a word begins with in its other forms, in languages whose endings are not known here. */
function beginningsOf(word: string): string[] {
  if (word.length < 3 || !/^\p{L}+$/u.test(word)) return []
  const cut = word.length < 5 ? 0 : word.length < 8 ? 1 : 2
  return [`${quoted(word.slice(0, word.length - cut).toWellFormed())}:*`]
}
