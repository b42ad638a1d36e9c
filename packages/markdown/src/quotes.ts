import type { MarkdownIt, StateBlock } from 'markdown-it'
import { originalRule } from './original-rule.ts'

const maxLookahead = 1_000

/**
 * A block quote claims every following line up to a blank one, because a paragraph may continue without its `>`, and
 * gives them back when there is no such paragraph. The lines claimed this way are counted over the whole text; once
 * they are used up, a quote ends with its last `>` line.
 */
export function limitQuotes(md: MarkdownIt): void {
  const rule = originalRule(md.block.ruler, 'blockquote')

  md.block.ruler.at(
    'blockquote',
    (state, startLine, endLine, silent) => {
      if (silent || !hasMarker(state, startLine)) return rule.fn(state, startLine, endLine, silent)
      const { lineMax } = state
      // Link definitions read up to `lineMax`, not up to `endLine`.
      state.lineMax = findEnd(state, startLine, endLine)
      const isQuote = rule.fn(state, startLine, state.lineMax, false)
      state.lineMax = lineMax
      return isQuote
    },
    { alt: rule.alt },
  )
}

function findEnd(state: StateBlock, startLine: number, endLine: number): number {
  let line = startLine
  while (line < endLine && hasMarker(state, line)) line++
  let left = maxLookahead - Number(state.env.quoteLookahead ?? 0)
  while (line < endLine && left > 0 && !state.isEmpty(line)) {
    line++
    left--
  }
  state.env.quoteLookahead = maxLookahead - left
  return line
}

function hasMarker(state: StateBlock, line: number): boolean {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  return state.src.charCodeAt(start) === 0x3e && (state.sCount[line] ?? 0) >= state.blkIndent
}
