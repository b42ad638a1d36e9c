import type { MarkdownIt, StateBlock } from 'markdown-it'
import { originalRule } from './original-rule.ts'

const maxCells = 5_000

/** Caches the next blank line, so that many tables in one paragraph take linear time. */
const blankLines = new WeakMap<StateBlock, { from: number; at: number }>()

/** Short rows are padded to the header, so a small text could produce millions of cells: shown as text instead. */
export function limitTables(md: MarkdownIt): void {
  const rule = originalRule(md.block.ruler, 'table')

  md.block.ruler.at(
    'table',
    (state, startLine, endLine, silent) => {
      const delimiters = lineOf(state, startLine + 1)
      if (!/^\s*[|:-][\s|:-]*$/.test(delimiters)) return false
      const cellsBefore = Number(state.env.tableCells ?? 0)
      const columns = delimiters.split('|').length
      const rows = blankLineAfter(state, startLine, endLine) - startLine
      if (cellsBefore + columns * rows > maxCells) return false
      if (!rule.fn(state, startLine, endLine, silent)) return false
      if (!silent) state.env.tableCells = cellsBefore + columns * (state.line - startLine)
      return true
    },
    { alt: rule.alt },
  )

  // The content security policy forbids style attributes.
  for (const name of ['th_open', 'td_open']) {
    md.renderer.rules[name] = (tokens, index, options, _env, renderer) => {
      const token = tokens[index]
      const style = token?.attrGet('style')
      if (token && style) token.attrs = [['align', String(style).replace('text-align:', '')]]
      return renderer.renderToken(tokens, index, options)
    }
  }
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line], state.eMarks[line])
}

function blankLineAfter(state: StateBlock, line: number, endLine: number): number {
  const cached = blankLines.get(state)
  if (cached && cached.from <= line && line < cached.at) return Math.min(cached.at, endLine)
  let at = line
  while (at < endLine && !state.isEmpty(at)) at++
  blankLines.set(state, { from: line, at })
  return at
}
