import type { SearchTerm } from '@stoa/contract/search-query'
import { limits } from '@stoa/contract/limits'
import { tokensOf } from './search.words.ts'

type Range = { start: number; end: number }

/** How much is shown before the first match. */
const before = 60
/** So many words of a search are marked. */
const mostWords = 32
/** Only this much of a long text is tokenized, around the place where most of the words seem to be. */
const tokenized = 1_500

/** The part of a text where most of what was looked for stands, as HTML: escaped, and marked where it matches. */
export function excerptOf(text: string, terms: readonly SearchTerm[]): string {
  const matches = rangesOf(text, terms)
  const { start, end } = windowOf(text, matches)
  let html = start > 0 ? '…' : ''
  let at = start
  for (const match of matches) {
    if (match.start < at || match.end > end) continue
    html += `${escaped(text.slice(at, match.start))}<mark>${escaped(text.slice(match.start, match.end))}</mark>`
    at = match.end
  }
  return html + escaped(text.slice(at, end)) + (end < text.length ? '…' : '')
}

/** Where something stands that was looked for; neighbours without anything between are one. */
function rangesOf(text: string, terms: readonly SearchTerm[]): Range[] {
  const wanted = wordsToMark(terms)
  const from = text.length <= tokenized ? 0 : likelyPlace(text, wanted)
  const ranges = tokensOf(text.slice(from, from + tokenized))
    .map((token) => ({ ...token, start: token.start + from, end: token.end + from }))
    .flatMap((token) => (token.isRun ? runRanges(text, token, wanted) : wordRange(token, wanted)))
  const merged: Range[] = []
  for (const range of ranges) {
    const last = merged.at(-1)
    if (last === undefined || range.start > last.end) merged.push({ ...range })
    else last.end = Math.max(last.end, range.end)
  }
  return merged
}

function wordsToMark(terms: readonly SearchTerm[]) {
  const words = terms
    .filter(({ isNot }) => !isNot)
    .flatMap((term) => tokensOf(term.text))
    .flatMap(({ words: own, joined, isRun }) => (isRun ? own : [joined ?? own[0] ?? '', ...own]))
  return [...new Set(words)].slice(0, mostWords)
}

/** Enough of a word to find it, in other forms too. A longer needle only costs more. */
const needleLength = 8
const mostPlaces = 10

/** Where the part begins that has the most different words, as far as a plain text search can tell. */
function likelyPlace(text: string, wanted: readonly string[]) {
  const plain = text.toLowerCase().replaceAll(/[\u00c0-\u024f\u1e00-\u1eff]/g, withoutMark)
  const places = wanted.flatMap((word) => {
    const needle = word.slice(0, Math.min(Math.max(4, word.length - 2), needleLength))
    return placesOf(plain, needle).map((at) => ({ at, word }))
  })
  let best = { at: 0, count: 0 }
  for (const { at } of places) {
    const near = places.filter((one) => one.at >= at && one.at < at + limits.excerpt)
    const count = new Set(near.map(({ word }) => word)).size
    if (count > best.count) best = { at, count }
  }
  return Math.max(0, best.at - limits.excerpt)
}

/** One character for one, so that places stay the same. */
function withoutMark(letter: string) {
  return letter.normalize('NFD').charAt(0)
}

function placesOf(text: string, needle: string) {
  const places: number[] = []
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
    if (places.push(at) === mostPlaces) break
  }
  return places
}

function wordRange(token: Range & { words: string[]; joined: string | null }, wanted: string[]) {
  const forms = token.joined === null ? token.words : [token.joined, ...token.words]
  const isWanted = forms.some((form) => wanted.some((word) => isForm(form, word)))
  return isWanted ? [{ start: token.start, end: token.end }] : []
}

/** The same word, or probably another form of it. */
function isForm(form: string, word: string) {
  if (form === word) return true
  if (word.length < 4 || form.length < 4 || Math.abs(form.length - word.length) > 4) return false
  const shared = Math.max(4, Math.min(word.length, form.length) - 2)
  return form.slice(0, shared) === word.slice(0, shared)
}

function runRanges(text: string, { start, end }: Range, wanted: string[]): Range[] {
  const run = text.slice(start, end)
  const ranges: Range[] = []
  for (const word of wanted) {
    for (let at = run.indexOf(word); at >= 0; at = run.indexOf(word, at + 1))
      ranges.push({ start: start + at, end: start + at + word.length })
  }
  return ranges.toSorted((one, two) => one.start - two.start)
}

/** As long as any excerpt, placed where the most matches fall into it. */
function windowOf(text: string, matches: readonly Range[]): Range {
  const length = limits.excerpt
  if (text.length <= length) return { start: 0, end: text.length }
  let best = { start: 0, count: 0 }
  for (const { start } of matches.slice(0, 200)) {
    const count = matches.filter(
      (one) => one.start >= start && one.end <= start + length - before,
    ).length
    if (count > best.count) best = { start: Math.max(0, start - before), count }
  }
  const start = atWord(text, Math.min(best.start, text.length - length))
  return { start, end: atWord(text, start + length) }
}

/** Not within a word where a space is near, and never within a character. */
function atWord(text: string, at: number) {
  if (at <= 0 || at >= text.length) return Math.min(Math.max(at, 0), text.length)
  const space = text.indexOf(' ', at)
  if (space >= 0 && space - at < 20) return space + 1
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at
}

function escaped(text: string) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
