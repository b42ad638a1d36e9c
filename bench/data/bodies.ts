import { excerpt } from '@stoa/markdown/excerpt'
import { toSearchText } from '@stoa/markdown/plain'
import type { Stems } from '../../apps/server/src/features/discovery/search/search.stems.ts'
import {
  assignPositions,
  toVector,
} from '../../apps/server/src/features/discovery/search/search.vector.ts'
import { copyText, linkSlot, type Piece, type Subject } from './pieces.ts'

/** Pieces with the words for their slots. */
export type Body = {
  pieces: readonly Piece[]
  subjects: readonly (readonly Subject[])[]
  /** Id of the linked question. */
  linkTo: string | null
}

type Parts = 'markdown' | 'html' | 'copyMarkdown' | 'copyHtml'

function fillSlots(parts: readonly string[], subjects: readonly Subject[]) {
  let text = parts[0] ?? ''
  for (let at = 1; at < parts.length; at++)
    text += (subjects[at - 1]?.word ?? '') + (parts[at] ?? '')
  return text
}

function joinPieces(body: Body, parts: Parts, between: string, count = body.pieces.length) {
  let text = ''
  for (let at = 0; at < count; at++) {
    const piece = body.pieces[at]
    if (piece === undefined) break
    if (at > 0) text += between
    text += fillSlots(piece[parts], body.subjects[at] ?? [])
  }
  return body.linkTo === null ? text : text.replaceAll(linkSlot, body.linkTo)
}

/** Markdown as a COPY field; only the first pieces for a previous version. */
export const copyMarkdownOf = (body: Body, count?: number) =>
  joinPieces(body, 'copyMarkdown', '\\n\\n', count)
export const copyHtmlOf = (body: Body) => joinPieces(body, 'copyHtml', '')
/** For titles, which are one piece. */
export const textOf = (body: Body) => joinPieces(body, 'markdown', '')

/** Text length that suffices for an excerpt; more for scripts with several units per character. */
const excerptLength = { latin: 320, other: 1_000 }

export function copyExcerptOf(body: Body) {
  let length = 0
  let count = 0
  for (const piece of body.pieces) {
    if (length > (piece.isLatin ? excerptLength.latin : excerptLength.other)) break
    length += piece.plainLength
    count++
  }
  return copyText(excerpt(joinPieces(body, 'html', '', count)))
}

/** Same values as in search.vector.ts. */
const positionGap = 5
const earlyPositions = 150
const maxPosition = 16_000
/** With more pieces a word may exceed the search's limit of positions. */
const maxPieces = 20

type WeightedBody = { body: Body; weight: 'A' | 'B' | 'C' }

/** Equals the result of `toVector`, but is assembled from pieces. */
export function copyVectorOf(parts: readonly WeightedBody[], stems: Stems): string {
  if (parts.some(({ body }) => body.pieces.length > maxPieces)) return tokenizeVector(parts, stems)
  const lexemes = new Map<string, string>()
  let at = 1
  for (const { body, weight } of parts) {
    const start = at
    for (const [index, piece] of body.pieces.entries()) {
      addPiece(lexemes, { piece, subjects: body.subjects[index] ?? [], at, start, weight })
      at += piece.positions
    }
    if (at > start) at += positionGap
  }
  let vector = ''
  for (const [lexeme, positions] of lexemes)
    vector += `${vector === '' ? '' : ' '}${lexeme}:${positions}`
  return copyText(vector)
}

type PiecePlacement = {
  piece: Piece
  subjects: readonly Subject[]
  at: number
  start: number
  weight: string
}

function addPiece(
  lexemes: Map<string, string>,
  { piece, subjects, at, start, weight }: PiecePlacement,
) {
  let slots = 0
  for (const placement of piece.placements) {
    const position = at + placement.at
    if (position > maxPosition) return
    const entry = `${position}${weight === 'C' && at + placement.from - start > earlyPositions ? 'D' : weight}`
    const words = placement.isSlot ? (subjects[slots++]?.lexemes ?? []) : placement.lexemes
    for (const lexeme of words) {
      const existing = lexemes.get(lexeme)
      lexemes.set(lexeme, existing === undefined ? entry : `${existing},${entry}`)
    }
  }
}

function tokenizeVector(parts: readonly WeightedBody[], stems: Stems) {
  const texts = parts.map(({ body, weight }) => ({
    text: weight === 'C' ? toSearchText(joinPieces(body, 'html', '')) : textOf(body),
    weight,
  }))
  return copyText(toVector(assignPositions(texts), stems))
}

/** Words of a title and its tags for spelling correction. */
export function correctableWordsOf(bodies: readonly Body[]): string[] {
  const words = new Set<string>()
  for (const { pieces, subjects } of bodies) {
    for (const piece of pieces) for (const word of piece.correctable) words.add(word)
    for (const pieceSubjects of subjects)
      for (const { correctable } of pieceSubjects) for (const word of correctable) words.add(word)
  }
  return [...words].toSorted()
}
