import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it'
import { addPiece, syntaxOf } from './pieces.ts'

type Formula = { source: string; isDisplay: boolean; end: number }

/** `$…$`, `$$…$$`, `\(…\)` and `\[…\]`. Takes linear time: what has no end is searched once. */
export function parseFormulas(md: MarkdownIt): void {
  const { escapeHtml } = md.utils
  md.block.ruler.before('fence', 'formula_block', parseBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
  md.inline.ruler.before('escape', 'formula', parseInline)
  md.core.ruler.after('inline', 'formulas_in_alt', ({ tokens }) => {
    for (const { children } of tokens) for (const child of children ?? []) showSourceInAlt(child)
  })

  md.renderer.rules.formula = (tokens, index, _options, env) => {
    const { content = '', markup = '', meta } = tokens[index] ?? {}
    const source = `<code>${escapeHtml(markup)}</code>`
    const piece = { kind: 'formula', source: content, isDisplay: meta?.isDisplay === true } as const
    return addPiece(env, piece, source)
  }
  md.renderer.rules.formula_block = (...args) =>
    `<p>${md.renderer.rules.formula?.(...args) ?? ''}</p>\n`
}

/** Alt texts have no elements. */
function showSourceInAlt({ type, children }: Token): void {
  if (type !== 'image') return
  for (const child of children ?? []) {
    if (child.type !== 'formula') showSourceInAlt(child)
    else {
      child.type = 'text'
      child.content = child.markup
    }
  }
}

function parseInline(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  const formula = findInline(state)
  if (formula === null || formula.end > state.posMax) return false
  if (!silent) {
    const token = state.push('formula', 'code', 0)
    token.content = formula.source
    token.markup = src.slice(pos, formula.end)
    token.meta = { isDisplay: formula.isDisplay }
  }
  state.pos = formula.end
  return true
}

function findInline(state: StateInline): Formula | null {
  const first = state.src.charCodeAt(state.pos)
  if (first !== 0x24 && first !== 0x5c) return null
  const syntax = syntaxOf(state.env)?.formulas
  if (!syntax || isInCode(state)) return null
  if (first === 0x24)
    return findDelimited(state, '$$', '$$') ?? (syntax.dollars ? findDollars(state) : null)
  if (!syntax.brackets) return null
  return findDelimited(state, '\\(', '\\)') ?? findDelimited(state, '\\[', '\\]')
}

function findDelimited(state: StateInline, open: string, close: string): Formula | null {
  const { src, pos } = state
  if (!src.startsWith(open, pos) || src.charAt(pos - 1) === '$') return null
  const from = pos + open.length
  const at = findOnce(state, close, from)
  const source = at === -1 ? '' : src.slice(from, at).trim()
  if (source === '') return null
  return { source, isDisplay: open !== '\\(', end: at + close.length }
}

const wordCharacter = /[\p{L}\p{N}$]/u

/**
 * As in Pandoc: no space after the first dollar sign or before the last one, and no digit after it. Amounts such as `$5 and $10`
 * stay text, also `US$5`, and so do variables in code.
 */
function findDollars(state: StateInline): Formula | null {
  const { src, pos } = state
  if (/^[\s$]?$/.test(src.charAt(pos + 1)) || wordCharacter.test(src.charAt(pos - 1))) return null
  const limit = boundsOf(state)
  const code = limit.nextBacktick(pos)
  if (limit.noCloserFrom <= pos && pos < limit.noCloserTo) return null
  for (let at = pos; (at = src.indexOf('$', at + 1)) !== -1 && at < code;) {
    if (/\s/.test(src.charAt(at - 1)) || /[\d$]/.test(src.charAt(at + 1)) || isEscaped(src, at))
      continue
    return { source: src.slice(pos + 1, at), isDisplay: false, end: at + 1 }
  }
  limit.noCloserFrom = pos
  limit.noCloserTo = code
  return null
}

type Bounds = {
  /** Between these, no dollar sign ends a formula. */
  noCloserFrom: number
  noCloserTo: number
  /** By what is searched: from where on there is none. */
  missing: Map<string, number>
  nextBacktick(from: number): number
}

const knownBounds = new WeakMap<StateInline, Bounds>()

function boundsOf(state: StateInline): Bounds {
  const known = knownBounds.get(state)
  if (known !== undefined) return known
  const { src } = state
  let backtick = -1
  const bounds: Bounds = {
    noCloserFrom: -1,
    noCloserTo: -1,
    missing: new Map(),
    nextBacktick(from) {
      if (backtick < from) backtick = indexOrEnd(src, '`', from)
      return backtick
    },
  }
  knownBounds.set(state, bounds)
  return bounds
}

function indexOrEnd(text: string, part: string, from: number): number {
  const at = text.indexOf(part, from)
  return at === -1 ? text.length : at
}

function findOnce(state: StateInline, text: string, from: number): number {
  const { missing } = boundsOf(state)
  if (from >= (missing.get(text) ?? Infinity)) return -1
  const at = state.src.indexOf(text, from)
  if (at === -1) missing.set(text, from)
  return at
}

function isEscaped(src: string, at: number): boolean {
  return src.charCodeAt(at - 1) === 0x5c && src.charCodeAt(at - 2) !== 0x5c
}

const codeLevels = new WeakMap<StateInline, { token: number; level: number }>()

/** Between tags such as `<code>` in the text. */
function isInCode(state: StateInline): boolean {
  const { token, level } = codeLevels.get(state) ?? { token: 0, level: 0 }
  let current = level
  for (const { type, content } of state.tokens.slice(token)) {
    if (type !== 'html_inline') continue
    if (/^<(?:code|kbd|samp|pre)\b/i.test(content)) current++
    else if (/^<\/(?:code|kbd|samp|pre)\b/i.test(content)) current--
  }
  codeLevels.set(state, { token: state.tokens.length, level: current })
  return current > 0
}

const blockDelimiters = [
  ['$$', '$$'],
  ['\\[', '\\]'],
] as const

/** Lines of a formula are not parsed as Markdown, and may be blank. */
function parseBlock(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const delimiters = findBlockDelimiters(state, startLine)
  if (delimiters === null) return false
  const [open, close] = delimiters
  const end = findEnd(state, { startLine, endLine, open, close })
  if (end === null) return false
  const lines = state.getLines(startLine, end + 1, state.blkIndent, false).trim()
  const source = lines.slice(open.length, -close.length).trim()
  if (source === '') return false
  if (silent) return true
  state.line = end + 1
  const token = state.push('formula_block', 'code', 0)
  token.content = source
  token.markup = lines
  token.meta = { isDisplay: true }
  token.map = [startLine, state.line]
  return true
}

function findBlockDelimiters(state: StateBlock, line: number) {
  const syntax = syntaxOf(state.env)?.formulas
  if (!syntax || (state.sCount[line] ?? 0) - state.blkIndent >= 4) return null
  const first = lineOf(state, line)
  const found = blockDelimiters.find(([delimiter]) => first.startsWith(delimiter)) ?? null
  return found?.[0] === '\\[' && !syntax.brackets ? null : found
}

type Search = { startLine: number; endLine: number; open: string; close: string }

const linesWithoutEnd = new WeakMap<StateBlock, Map<string, [from: number, to: number]>>()

/** The line of the next delimiter, if nothing follows it. */
function findEnd(state: StateBlock, { startLine, endLine, open, close }: Search): number | null {
  const known = linesWithoutEnd.get(state) ?? new Map<string, [number, number]>()
  linesWithoutEnd.set(state, known)
  const [from, to] = known.get(close) ?? [-1, -1]
  let line = startLine
  let text = lineOf(state, line).slice(open.length)
  for (;;) {
    const at = text.indexOf(close)
    if (at !== -1 && text.slice(at + close.length).trim() === '') return line
    line++
    if (at !== -1 || (from <= line && line < to)) break
    if (line >= endLine || isOutside(state, line)) break
    text = lineOf(state, line)
  }
  known.set(close, [startLine + 1, Math.max(line, to)])
  return null
}

function isOutside(state: StateBlock, line: number): boolean {
  return !state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent
}

function lineOf(state: StateBlock, line: number): string {
  const from = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  return state.src.slice(from, state.eMarks[line])
}
