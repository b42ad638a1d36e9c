import type { Piece, PieceSyntax } from '@stoa/plugin-kit/rendering'
import { pieceParser } from './piece-parser.ts'
import { replaceMarkers, startPieces } from './pieces.ts'
import { sanitizePiece } from './plugin-html.ts'
import { toContext, toRendered, type Rendered, type RenderOptions } from './render.ts'
import { sanitize } from './sanitize.ts'

/** Before plugins have shown the pieces of a text. */
export type Draft = {
  /** With markers. */
  html: string
  marker: string
  pieces: Piece[]
  /** Sanitized HTML of what plugins do not show. */
  sources: string[]
}

/** Like `render`, with the pieces that plugins show. Until then, and in excerpts, they are shown as their source. */
export function renderDraft(
  markdown: string,
  syntax: PieceSyntax,
  options: RenderOptions = {},
): Rendered & { draft: Draft } {
  const env = {}
  const { marker, pieces, sources } = startPieces(env, syntax)
  const md = pieceParser()
  const tokens = md.parse(markdown, env)
  const context = toContext(options)
  const html = sanitize(md.renderer.render(tokens, md.options, env), context)
  const draft = { html, marker, pieces, sources: sources.map((one) => sanitize(one, context)) }
  return { ...toRendered(replaceMarkers(html, marker, draft.sources), tokens, context), draft }
}

/** Further results are replaced by the source. */
const maxResultLength = 400_000

/** HTML with what plugins returned for each piece. Null and what is not valid leave the source. */
export function completeDraft(
  { html, marker, pieces, sources }: Draft,
  results: readonly (string | null)[],
  siteUrl: string,
): string {
  let length = 0
  const parts = pieces.map(({ kind }, index) => {
    const result = results[index] ?? null
    length += result?.length ?? 0
    if (result === null || length > maxResultLength) return sources[index] ?? ''
    const scope = `piece-${index}`
    return (
      sanitizePiece(result, { siteUrl, scope, isPhrasing: kind === 'formula' }) ??
      sources[index] ??
      ''
    )
  })
  return replaceMarkers(html, marker, parts)
}
