import type { SearchTerm } from '@stoa/contract/search-query'
import type { Stems } from './search.stems.ts'
import { quoteLexeme, toStemLexeme } from './search.vector.ts'
import { type Token, tokenize, variantsOf } from './search.tokenizer.ts'

/** The terms of a search as tsquery texts. */
export type TsQueries = {
  /** All terms, without the excluded ones; null without words. */
  all: string | null
  /** Single terms, for partial matches. */
  any: string[]
  /** The excluded terms. */
  none: string | null
}

/** Misspelled word to probable word. */
type Corrections = ReadonlyMap<string, string>

export function wordsOfTerms(terms: readonly SearchTerm[]): string[] {
  return terms.flatMap(({ text }) =>
    tokenize(text).flatMap(({ words, joined }) => (joined === null ? words : [...words, joined])),
  )
}

export function toTsQueries(
  terms: readonly SearchTerm[],
  stems: Stems,
  corrections: Corrections = new Map(),
): TsQueries {
  const included = terms.filter(({ isExcluded }) => !isExcluded)
  const significant = included.filter((term) => !isStopTerm(term, (word) => stems.isStopWord(word)))
  const used = significant.length === 0 ? included : significant
  const specific = used.filter(
    (term) => !isStopTerm(term, (word) => stems.isStopWordAnywhere(word)),
  )
  const none = joinParts(
    terms.filter(({ isExcluded }) => isExcluded).map((term) => strictQuery(term, stems)),
    ' | ',
  )
  const all = joinParts(
    used.map((term) => strictQuery(term, stems)),
    ' & ',
  )
  const loose = (specific.length === 0 ? used : specific).flatMap((term) =>
    looseQueries(term, stems, corrections),
  )
  const any = [...new Set(loose)].slice(0, maxParts)
  return {
    all: all === null || none === null ? (all ?? negate(none)) : `(${all}) & !(${none})`,
    any,
    none,
  }
}

/** A long text in a script without spaces has hundreds of bigrams. */
const maxParts = 40

function negate(none: string | null) {
  return none === null ? null : `!(${none})`
}

function joinParts(list: readonly (string | null)[], between: string): string | null {
  const present = list.filter((one) => one !== null)
  return present.length === 0 ? null : present.map((one) => `(${one})`).join(between)
}

function isStopTerm({ kind, text }: SearchTerm, isStop: (word: string) => boolean) {
  if (kind === 'phrase') return false
  const words = tokenize(text).flatMap((token) => token.words)
  return words.length === 1 && words.every(isStop)
}

function strictQuery(term: SearchTerm, stems: Stems): string | null {
  const tokens = tokenize(term.text)
  if (term.kind === 'phrase') return phraseQuery(tokens.flatMap(({ words }) => words))
  const last = tokens.length - 1
  return joinParts(
    tokens.map((token, index) => tokenQuery(token, stems, term.isPrefix && index === last)),
    tokens.some(({ isRun }) => isRun) ? ' & ' : ' <-> ',
  )
}

function tokenQuery(
  { words, joined, isRun }: Token,
  stems: Stems,
  isPrefix: boolean,
): string | null {
  if (isRun)
    return joinParts(
      words.map((word) => bigramQuery(word)),
      ' & ',
    )
  const [first = ''] = words
  if (words.length === 1) return wordQuery(first, stems, isPrefix)
  const together = phraseQuery(words, isPrefix)
  return joined === null ? together : `${together} | ${quoteLexeme(joined)}${isPrefix ? ':*' : ''}`
}

/** A single character matches any bigram that starts with it. */
function bigramQuery(word: string) {
  return [...word].length === 1 ? `${quoteLexeme(word)}:*` : quoteLexeme(word)
}

function phraseQuery(words: readonly string[], isPrefix = false): string | null {
  const last = words.length - 1
  return joinParts(
    words.map((word, index) => orQuery(variantsOf(word), isPrefix && index === last)),
    ' <-> ',
  )
}

function wordQuery(word: string, stems: Stems, isPrefix: boolean) {
  const stem = stems.stemOf(word)
  const exact = orQuery(variantsOf(word), isPrefix)
  return stem === null ? exact : `${exact} | ${quoteLexeme(toStemLexeme(stem))}`
}

function orQuery(words: readonly string[], isPrefix: boolean) {
  return words.map((word) => `${quoteLexeme(word)}${isPrefix ? ':*' : ''}`).join(' | ')
}

/** Each word with its prefix matches and its correction. */
function looseQueries(term: SearchTerm, stems: Stems, corrections: Corrections): string[] {
  if (term.kind === 'phrase') return [strictQuery(term, stems) ?? ''].filter((one) => one !== '')
  return tokenize(term.text).flatMap((token) => {
    if (token.isRun) return token.words.map((word) => bigramQuery(word))
    const whole = [token.joined ?? token.words[0] ?? '', ...token.words]
    const corrected = whole.flatMap((word) => corrections.get(word) ?? [])
    const exact = tokenQuery(token, stems, false)
    const prefixes = whole.slice(0, 1).flatMap((word) => prefixQueries(word))
    return [
      [
        ...(exact === null ? [] : [`(${exact})`]),
        ...prefixes,
        ...corrected.map((word) => `(${wordQuery(word, stems, false)})`),
      ].join(' | '),
    ]
  })
}

/** Approximates stemming for languages without a stemmer here. */
function prefixQueries(word: string): string[] {
  if (word.length < 3 || !/^\p{L}+$/u.test(word)) return []
  const cut = word.length < 5 ? 0 : word.length < 8 ? 1 : 2
  return [`${quoteLexeme(word.slice(0, word.length - cut).toWellFormed())}:*`]
}
