import { excerpt } from '@stoa/markdown/excerpt'
import { toSearchText } from '@stoa/markdown/plain'
import type { Stems } from '../../apps/server/src/features/search/search.stems.ts'
import { place, toVector } from '../../apps/server/src/features/search/search.vector.ts'
import { copyText, linkSlot, type Piece, type Subject } from './pieces.ts'

/** Pieces one after the other, with the words that stand in their slots. */
export type Body = {
  pieces: readonly Piece[]
  subjects: readonly (readonly Subject[])[]
  /** The question that a slot for one names. */
  linkTo: string | null
}

type Parts = 'markdown' | 'html' | 'copyMarkdown' | 'copyHtml'

function filled(parts: readonly string[], subjects: readonly Subject[]) {
  let text = parts[0] ?? ''
  for (let at = 1; at < parts.length; at++)
    text += (subjects[at - 1]?.word ?? '') + (parts[at] ?? '')
  return text
}

function joined(body: Body, parts: Parts, between: string, count = body.pieces.length) {
  let text = ''
  for (let at = 0; at < count; at++) {
    const piece = body.pieces[at]
    if (piece === undefined) break
    if (at > 0) text += between
    text += filled(piece[parts], body.subjects[at] ?? [])
  }
  return body.linkTo === null ? text : text.replaceAll(linkSlot, body.linkTo)
}

/** The Markdown as a field of COPY; of an earlier version, only the first pieces. */
export const copyMarkdownOf = (body: Body, count?: number) =>
  joined(body, 'copyMarkdown', '\\n\\n', count)
export const copyHtmlOf = (body: Body) => joined(body, 'copyHtml', '')
/** A title is one piece. */
export const textOf = (body: Body) => joined(body, 'markdown', '')

/** So much text is enough for any excerpt: in scripts of several units for a character, more. */
const enough = { latin: 320, other: 1_000 }

export function copyExcerptOf(body: Body) {
  let length = 0
  let count = 0
  for (const piece of body.pieces) {
    if (length > (piece.isLatin ? enough.latin : enough.other)) break
    length += piece.plainLength
    count++
  }
  return copyText(excerpt(joined(body, 'html', '', count)))
}

/** As the search has them. */
const gap = 5
const early = 150
const lastPlace = 16_000
/** Beyond this a word may stand in a post more often than the search counts. */
const mostPieces = 20

type Parted = { body: Body; weight: 'A' | 'B' | 'C' }

/** The search document of a post: what `toVector` would say, put together from pieces. */
export function copyVectorOf(parts: readonly Parted[], stems: Stems): string {
  if (parts.some(({ body }) => body.pieces.length > mostPieces)) return slowVectorOf(parts, stems)
  const lexemes = new Map<string, string>()
  let at = 1
  for (const { body, weight } of parts) {
    const start = at
    for (const [index, piece] of body.pieces.entries()) {
      putPiece(lexemes, { piece, subjects: body.subjects[index] ?? [], at, start, weight })
      at += piece.places
    }
    if (at > start) at += gap
  }
  let vector = ''
  for (const [lexeme, places] of lexemes) vector += `${vector === '' ? '' : ' '}${lexeme}:${places}`
  return copyText(vector)
}

type Put = {
  piece: Piece
  subjects: readonly Subject[]
  at: number
  start: number
  weight: string
}

function putPiece(lexemes: Map<string, string>, { piece, subjects, at, start, weight }: Put) {
  let slots = 0
  for (const placement of piece.placements) {
    const here = at + placement.at
    if (here > lastPlace) return
    const place_ = `${here}${weight === 'C' && at + placement.from - start > early ? 'D' : weight}`
    const words = placement.isSlot ? (subjects[slots++]?.lexemes ?? []) : placement.lexemes
    for (const lexeme of words) {
      const before = lexemes.get(lexeme)
      lexemes.set(lexeme, before === undefined ? place_ : `${before},${place_}`)
    }
  }
}

function slowVectorOf(parts: readonly Parted[], stems: Stems) {
  const texts = parts.map(({ body, weight }) => ({
    text: weight === 'C' ? toSearchText(joined(body, 'html', '')) : textOf(body),
    weight,
  }))
  return copyText(toVector(place(texts), stems))
}

/** The words of a title and its tags that a mistyped search may mean. */
export function spelledOf(bodies: readonly Body[]): string[] {
  const words = new Set<string>()
  for (const { pieces, subjects } of bodies) {
    for (const piece of pieces) for (const word of piece.spelled) words.add(word)
    for (const some of subjects)
      for (const { spelled } of some) for (const word of spelled) words.add(word)
  }
  return [...words].toSorted()
}
