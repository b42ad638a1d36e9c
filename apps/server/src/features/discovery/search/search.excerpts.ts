import type { SearchTerm } from '@stoa/contract/search-query'
import { limits } from '@stoa/contract/limits'
import { tokenize } from './search.tokenizer.ts'

type Range = { start: number; end: number }

/** Characters shown before the first match. */
const leadLength = 60
const maxWords = 32
/** Tokenizing a long text is slow, so only the part with the most words is tokenized. */
const maxTokenizedLength = 1_500

/** Returns the part of a text with the most matches as escaped HTML, with matches in <mark>. */
export function buildExcerpt(text: string, terms: readonly SearchTerm[]): string {
  const matches = findMatches(text, terms)
  const { start, end } = chooseWindow(text, matches)
  let html = start > 0 ? '…' : ''
  let at = start
  for (const match of matches) {
    if (match.start < at || match.end > end) continue
    html += `${escapeHtml(text.slice(at, match.start))}<mark>${escapeHtml(text.slice(match.start, match.end))}</mark>`
    at = match.end
  }
  return html + escapeHtml(text.slice(at, end)) + (end < text.length ? '…' : '')
}

/** Adjacent matches are merged. */
function findMatches(text: string, terms: readonly SearchTerm[]): Range[] {
  const words = wordsToMark(terms)
  const from = text.length <= maxTokenizedLength ? 0 : guessStart(text, words)
  const ranges = tokenize(text.slice(from, from + maxTokenizedLength))
    .map((token) => ({ ...token, start: token.start + from, end: token.end + from }))
    .flatMap((token) => (token.isRun ? runRanges(text, token, words) : wordRange(token, words)))
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
    .filter(({ isExcluded }) => !isExcluded)
    .flatMap((term) => tokenize(term.text))
    .flatMap(({ words: own, joined, isRun }) => (isRun ? own : [joined ?? own[0] ?? '', ...own]))
  return [...new Set(words)].slice(0, maxWords)
}

/** A prefix also finds other forms of a word. */
const maxNeedleLength = 8
const maxOccurrences = 10

/** The start of the part with the most distinct words, by plain substring search. */
function guessStart(text: string, words: readonly string[]) {
  const plain = text.toLowerCase().replaceAll(/[\u00c0-\u024f\u1e00-\u1eff]/g, stripDiacritic)
  const occurrences = words.flatMap((word) => {
    const needle = word.slice(0, Math.min(Math.max(4, word.length - 2), maxNeedleLength))
    return findOccurrences(plain, needle).map((at) => ({ at, word }))
  })
  let best = { at: 0, count: 0 }
  for (const { at } of occurrences) {
    const nearby = occurrences.filter((one) => one.at >= at && one.at < at + limits.excerpt)
    const count = new Set(nearby.map(({ word }) => word)).size
    if (count > best.count) best = { at, count }
  }
  return Math.max(0, best.at - limits.excerpt)
}

/** Replaces one character by one, so that offsets stay valid. */
function stripDiacritic(letter: string) {
  return letter.normalize('NFD').charAt(0)
}

function findOccurrences(text: string, needle: string) {
  const occurrences: number[] = []
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
    if (occurrences.push(at) === maxOccurrences) break
  }
  return occurrences
}

function wordRange(token: Range & { words: string[]; joined: string | null }, words: string[]) {
  const forms = token.joined === null ? token.words : [token.joined, ...token.words]
  const isWanted = forms.some((form) => words.some((word) => isFormOf(form, word)))
  return isWanted ? [{ start: token.start, end: token.end }] : []
}

/** Whether two words are equal or likely forms of one word. */
function isFormOf(form: string, word: string) {
  if (form === word) return true
  if (word.length < 4 || form.length < 4 || Math.abs(form.length - word.length) > 4) return false
  const shared = Math.max(4, Math.min(word.length, form.length) - 2)
  return form.slice(0, shared) === word.slice(0, shared)
}

function runRanges(text: string, { start, end }: Range, words: string[]): Range[] {
  const run = text.slice(start, end)
  const ranges: Range[] = []
  for (const word of words) {
    for (let at = run.indexOf(word); at >= 0; at = run.indexOf(word, at + 1))
      ranges.push({ start: start + at, end: start + at + word.length })
  }
  return ranges.toSorted((one, two) => one.start - two.start)
}

/** The range of excerpt length that contains the most matches. */
function chooseWindow(text: string, matches: readonly Range[]): Range {
  const length = limits.excerpt
  if (text.length <= length) return { start: 0, end: text.length }
  let best = { start: 0, count: 0 }
  for (const { start } of matches.slice(0, 200)) {
    const count = matches.filter(
      (one) => one.start >= start && one.end <= start + length - leadLength,
    ).length
    if (count > best.count) best = { start: Math.max(0, start - leadLength), count }
  }
  const start = snapToWord(text, Math.min(best.start, text.length - length))
  return { start, end: snapToWord(text, start + length) }
}

/** Moves to the next word boundary if it is near, and never splits a surrogate pair. */
function snapToWord(text: string, at: number) {
  if (at <= 0 || at >= text.length) return Math.min(Math.max(at, 0), text.length)
  const space = text.indexOf(' ', at)
  if (space >= 0 && space - at < 20) return space + 1
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at
}

function escapeHtml(text: string) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
