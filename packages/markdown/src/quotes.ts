import type { MarkdownIt, StateBlock } from 'markdown-it'
import { originalRule } from './original-rule.ts'

const maxLookahead = 1_000

/**
 * Prevents quadratic time: a block quote scans up to the next blank line, because a paragraph may continue without `>`.
 * The lookahead has one budget for the whole text; once it is used up, a quote ends at its last `>` line.
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
  let budget = maxLookahead - Number(state.env.quoteLookahead ?? 0)
  while (line < endLine && budget > 0 && !state.isEmpty(line)) {
    line++
    budget--
  }
  state.env.quoteLookahead = maxLookahead - budget
  return line
}

function hasMarker(state: StateBlock, line: number): boolean {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  return state.src.charCodeAt(start) === 0x3e && (state.sCount[line] ?? 0) >= state.blkIndent
}
