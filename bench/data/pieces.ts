import { render } from '@stoa/markdown/render'
import { toSearchText } from '@stoa/markdown/plain'
import type { Stems } from '../../apps/server/src/features/search/search.stems.ts'
import { quoted, stemLexeme } from '../../apps/server/src/features/search/search.vector.ts'
import {
  spelledWordsOf,
  tokensOf,
  variantsOf,
} from '../../apps/server/src/features/search/search.words.ts'

/** Stands in a template where a word of the subject comes. Nothing else contains it. */
const slot = 'qslotq'
/** Stands where the number of another question comes. */
export const linkSlot = '10010000000000000'

/** Lexemes at their place in a piece. How early a word comes is told by where its token begins. */
export type Placement = { lexemes: readonly string[]; at: number; from: number; isSlot: boolean }

/** A paragraph, a block of code or a title, rendered once and used in many posts. */
export type Piece = {
  /** The text between the slots: Markdown and HTML, as they are and as COPY wants them. */
  markdown: readonly string[]
  html: readonly string[]
  copyMarkdown: readonly string[]
  copyHtml: readonly string[]
  /** Where the subjects come is told by their number; each takes one place. */
  placements: readonly Placement[]
  places: number
  spelled: readonly string[]
  isLatin: boolean
  /** How much of it an excerpt would show. */
  plainLength: number
}

/** A word with what the search writes down for it. */
export type Subject = { word: string; lexemes: readonly string[]; spelled: readonly string[] }

export function toSubject(word: string, stems: Stems): Subject {
  return { word, lexemes: lexemesOf(word, stems), spelled: spelledWordsOf(word) }
}

function lexemesOf(word: string, stems: Stems): string[] {
  const stem = stems.stemOf(word)
  return [...variantsOf(word), ...(stem === null ? [] : [stemLexeme(stem)])].map(quoted)
}

export const withSlots = (template: string) => template.replaceAll('@', slot)

/** A block of a post: the Markdown with `@` for slots. */
export function toPiece(template: string, stems: Stems, siteUrl: string): Piece {
  const markdown = withSlots(template)
  return made(markdown, render(markdown, { siteUrl }).html, stems)
}

/** A title, which is no Markdown. */
export function toTitlePiece(template: string, stems: Stems): Piece {
  const text = withSlots(template)
  return made(text, text, stems)
}

function made(markdown: string, html: string, stems: Stems): Piece {
  const text = toSearchText(html)
  const { placements, places } = placed(text, stems)
  const parts = { markdown: markdown.split(slot), html: html.split(slot) }
  return {
    ...parts,
    copyMarkdown: parts.markdown.map(copyText),
    copyHtml: parts.html.map(copyText),
    placements,
    places,
    spelled: spelledWordsOf(text.replaceAll(slot, ' ')),
    isLatin: /^[\x20-\u02ff]*$/.test(text),
    plainLength: html.startsWith('<pre') ? 0 : text.length,
  }
}

/** The same walk as the search takes through a text, from its beginning. */
function placed(text: string, stems: Stems) {
  const placements: Placement[] = []
  let at = 0
  for (const token of tokensOf(text)) {
    const from = at
    const put = (word: string) =>
      placements.push({ lexemes: lexemesOf(word, stems), at, from, isSlot: word === slot })
    if (token.joined !== null) put(token.joined)
    for (const word of token.words) {
      put(word)
      at++
    }
    const last = token.isRun ? [...(token.words.at(-1) ?? '')].at(-1) : undefined
    if (last !== undefined) {
      put(last)
      at++
    }
  }
  return { placements, places: at }
}

/** A text as one field of COPY. */
export function copyText(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replaceAll('\r', '\\r')
}

/** All words that templates have, to ask for their stems at once. */
export function wordsOf(text: string): string[] {
  return tokensOf(text).flatMap(({ words, joined }) =>
    joined === null ? words : [...words, joined],
  )
}
