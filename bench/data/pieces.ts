import { render } from '@stoa/markdown/render'
import { toSearchText } from '@stoa/markdown/plain'
import type { Stems } from '../../apps/server/src/features/discovery/search/search.stems.ts'
import {
  quoteLexeme,
  toStemLexeme,
} from '../../apps/server/src/features/discovery/search/search.vector.ts'
import {
  listCorrectableWords,
  tokenize,
  variantsOf,
} from '../../apps/server/src/features/discovery/search/search.tokenizer.ts'

/** Placeholder for a topic word. Occurs in no other text. */
const slot = 'qslotq'
/** Placeholder for the id of a linked question. */
export const linkSlot = '10010000000000000'

/** `from` is the position of the token, which decides the weight. */
export type Placement = { lexemes: readonly string[]; at: number; from: number; isSlot: boolean }

/** A paragraph, code block or title, rendered once and used in many posts. */
export type Piece = {
  /** The text between slots: Markdown and HTML, plain and escaped for COPY. */
  markdown: readonly string[]
  html: readonly string[]
  copyMarkdown: readonly string[]
  copyHtml: readonly string[]
  /** A slot takes one position. */
  placements: readonly Placement[]
  positions: number
  correctable: readonly string[]
  isLatin: boolean
  /** Length of the text that an excerpt can show. */
  plainLength: number
}

/** A topic word with its search lexemes. */
export type Subject = { word: string; lexemes: readonly string[]; correctable: readonly string[] }

export function toSubject(word: string, stems: Stems): Subject {
  return { word, lexemes: lexemesOf(word, stems), correctable: listCorrectableWords(word) }
}

function lexemesOf(word: string, stems: Stems): string[] {
  const stem = stems.stemOf(word)
  return [...variantsOf(word), ...(stem === null ? [] : [toStemLexeme(stem)])].map(quoteLexeme)
}

export const withSlots = (template: string) => template.replaceAll('@', slot)

export function toPiece(template: string, stems: Stems, siteUrl: string): Piece {
  const markdown = withSlots(template)
  return createPiece(markdown, render(markdown, { siteUrl }).html, stems)
}

/** Titles are not Markdown. */
export function toTitlePiece(template: string, stems: Stems): Piece {
  const text = withSlots(template)
  return createPiece(text, text, stems)
}

function createPiece(markdown: string, html: string, stems: Stems): Piece {
  const text = toSearchText(html)
  const { placements, positions } = findPlacements(text, stems)
  const parts = { markdown: markdown.split(slot), html: html.split(slot) }
  return {
    ...parts,
    copyMarkdown: parts.markdown.map(copyText),
    copyHtml: parts.html.map(copyText),
    placements,
    positions,
    correctable: listCorrectableWords(text.replaceAll(slot, ' ')),
    isLatin: /^[\x20-\u02ff]*$/.test(text),
    plainLength: html.startsWith('<pre') ? 0 : text.length,
  }
}

/** Mirrors `assignPositions` of the search. */
function findPlacements(text: string, stems: Stems) {
  const placements: Placement[] = []
  let at = 0
  for (const token of tokenize(text)) {
    const from = at
    const add = (word: string) =>
      placements.push({ lexemes: lexemesOf(word, stems), at, from, isSlot: word === slot })
    if (token.joined !== null) add(token.joined)
    for (const word of token.words) {
      add(word)
      at++
    }
    const last = token.isRun ? [...(token.words.at(-1) ?? '')].at(-1) : undefined
    if (last !== undefined) {
      add(last)
      at++
    }
  }
  return { placements, positions: at }
}

/** Escapes a COPY field. */
export function copyText(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replaceAll('\r', '\\r')
}

/** For loading all stems in one statement. */
export function listWords(text: string): string[] {
  return tokenize(text).flatMap(({ words, joined }) =>
    joined === null ? words : [...words, joined],
  )
}
