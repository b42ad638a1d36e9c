import type { Piece, PieceSyntax } from '@stoa/plugin-kit/rendering'

/** Later pieces of a text are shown as their source. */
const maxPieces = 500

/** The pieces of one text. In its HTML, a marker that nobody can guess stands for each. */
export type PieceList = {
  readonly syntax: PieceSyntax
  readonly marker: string
  readonly pieces: Piece[]
  /** HTML of the sources, not yet sanitized. */
  readonly sources: string[]
}

type Env = Record<string, unknown>

export function startPieces(env: Env, syntax: PieceSyntax): PieceList {
  const random = crypto.getRandomValues(new Uint32Array(4))
  const marker = `piece${[...random].map((part) => part.toString(36)).join('')}x`
  const list = { syntax, marker, pieces: [], sources: [] }
  env.pieces = list
  return list
}

export function syntaxOf(env: Env | undefined): PieceSyntax | null {
  return (env?.pieces as PieceList | undefined)?.syntax ?? null
}

/** Returns what stands for the piece in the HTML. */
export function addPiece(env: Env | undefined, piece: Piece, source: string): string {
  const list = env?.pieces as PieceList | undefined
  if (list === undefined || list.pieces.length >= maxPieces) return source
  list.sources.push(source)
  return `${list.marker}${list.pieces.push(piece) - 1};`
}

/** For sanitized HTML, where `<` and `>` delimit tags: nothing is inserted into attributes. */
export function replaceMarkers(html: string, marker: string, parts: readonly string[]): string {
  return html.replaceAll(new RegExp(`<[^>]*>|${marker}(\\d+);`, 'g'), (found, index?: string) =>
    index === undefined ? found.replaceAll(marker, '') : (parts[Number(index)] ?? ''),
  )
}
