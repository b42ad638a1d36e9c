import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it'

interface Notes {
  defined: Set<string>
  /** Labels in the order of their first reference: place in the list = number of the note. */
  numbered: Map<string, number>
  inside: boolean
}

const mostNotes = 200

const definition = /^\[\^([^\s[\]^]{1,64})\]:[ \t]*/
const reference = /\[\^([^\s[\]^]{1,64})\]/y

/** `[^name]` and `[^name]: text`. Labels are bounded and notes do not nest, which keeps it linear. */
export function renderFootnotes(md: MarkdownIt): void {
  md.block.ruler.before('reference', 'footnote_definition', defineNote, {
    alt: ['paragraph', 'reference'],
  })
  md.inline.ruler.before('link', 'footnote_reference', referToNote)
  md.core.ruler.after('inline', 'footnote_tail', moveToEnd)

  md.renderer.rules.footnote_reference = (tokens, index) => {
    const number = numberOf(tokens[index])
    const id = tokens[index]?.meta?.isFirst ? ` id="fnref-${number}"` : ''
    return `<sup class="footnote-ref"><a href="#fn-${number}"${id}>${number}</a></sup>`
  }
  md.renderer.rules.footnotes_open = () => '<section class="footnotes"><ol>\n'
  md.renderer.rules.footnotes_close = () => '</ol></section>\n'
  md.renderer.rules.note_open = (tokens, index) => `<li id="fn-${numberOf(tokens[index])}">`
  md.renderer.rules.note_close = () => '</li>\n'
  // U+FE0E asks for the text form of the arrow, not an emoji.
  md.renderer.rules.note_return = (tokens, index) =>
    ` <a href="#fnref-${numberOf(tokens[index])}" class="footnote-backref">↩\ufe0e</a>`
}

function numberOf(token: Token | undefined): number {
  return Number(token?.meta?.number)
}

function defineNote(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const notes = notesOf(state.env)
  if (state.level > 0 || notes.inside || notes.defined.size >= mostNotes) return false
  const match = definition.exec(lineOf(state, startLine).slice(0, 80))
  const label = match?.[1]
  if (!match || label === undefined) return false
  if (silent) return true

  const next = endOfNote(state, startLine + 1, endLine)
  const text = state.getLines(startLine, next, 0, false).slice(match[0].length)
  notes.inside = true
  state.push('footnote_open', '', 1).meta = { label }
  state.md.block.parse(text.replace(/^(?: {4}|\t)/gm, ''), state.md, state.env, state.tokens)
  state.push('footnote_close', '', -1)
  notes.inside = false
  notes.defined.add(label)
  state.line = next
  return true
}

function referToNote(state: StateInline, silent: boolean): boolean {
  const notes = notesOf(state.env)
  if (state.src.charCodeAt(state.pos) !== 0x5b || notes.defined.size === 0) return false
  reference.lastIndex = state.pos
  const label = reference.exec(state.src)?.[1]
  if (label === undefined || !notes.defined.has(label) || state.linkLevel > 0) return false
  if (!silent) {
    const isFirst = !notes.numbered.has(label)
    if (isFirst) notes.numbered.set(label, notes.numbered.size + 1)
    state.push('footnote_reference', '', 0).meta = { number: notes.numbered.get(label), isFirst }
  }
  state.pos += label.length + 3
  return true
}

function notesOf(env: Record<string, unknown>): Notes {
  return (env.footnotes ??= {
    defined: new Set(),
    numbered: new Map(),
    inside: false,
  } satisfies Notes) as Notes
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line], state.eMarks[line])
}

/** A note is its line, and what is indented below it. */
function endOfNote(state: StateBlock, from: number, endLine: number): number {
  let end = from
  for (let line = from; line < endLine; line++) {
    if (state.isEmpty(line)) continue
    if (!/^(?: {4}|\t)/.test(lineOf(state, line))) break
    end = line + 1
  }
  return end
}

function moveToEnd(state: StateCore): void {
  const notes = notesOf(state.env)
  if (notes.defined.size === 0) return
  const { kept, bodies } = takeOutNotes(state.tokens)
  state.tokens = kept
  if (notes.numbered.size === 0) return

  const add = (type: string, number?: number): void => {
    const token = new state.Token(type, '', 0)
    token.meta = { number }
    kept.push(token)
  }
  add('footnotes_open')
  for (const [label, number] of notes.numbered) {
    const body = bodies.get(label) ?? []
    const last = body.at(-1)?.type === 'paragraph_close' ? body.pop() : undefined
    add('note_open', number)
    for (const token of body) kept.push(token)
    add('note_return', number)
    if (last) kept.push(last)
    add('note_close', number)
  }
  add('footnotes_close')
}

function takeOutNotes(tokens: Token[]): { kept: Token[]; bodies: Map<string, Token[]> } {
  const kept: Token[] = []
  const bodies = new Map<string, Token[]>()
  let target = kept
  for (const token of tokens) {
    if (token.type === 'footnote_open') {
      const label = String(token.meta?.label)
      target = []
      if (!bodies.has(label)) bodies.set(label, target)
    } else if (token.type === 'footnote_close') target = kept
    else target.push(token)
  }
  return { kept, bodies }
}
