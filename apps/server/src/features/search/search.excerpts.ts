import type { SearchTerm } from '@stoa/contract/search-query'
import { limits } from '@stoa/contract/limits'
import { tokensOf } from './search.words.ts'

type Range = { start: number; end: number }

/** How much is shown before the first match. */
const before = 60

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
  const wanted = terms
    .filter(({ isNot }) => !isNot)
    .flatMap((term) => tokensOf(term.text))
    .flatMap(({ words, joined, isRun }) => (isRun ? words : [joined ?? words[0] ?? '', ...words]))
  const ranges = tokensOf(text).flatMap((token) =>
    token.isRun ? runRanges(text, token, wanted) : wordRange(token, wanted),
  )
  const merged: Range[] = []
  for (const range of ranges) {
    const last = merged.at(-1)
    if (last === undefined || range.start > last.end) merged.push({ ...range })
    else last.end = Math.max(last.end, range.end)
  }
  return merged
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
