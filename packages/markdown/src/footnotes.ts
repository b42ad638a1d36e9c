import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it'

interface Notes {
  defined: Set<string>
  /** Number of each label, in the order of first reference. */
  numbered: Map<string, number>
  inside: boolean
}

const maxNotes = 200

const definition = /^\[\^([^\s[\]^]{1,64})\]:[ \t]*/
const reference = /\[\^([^\s[\]^]{1,64})\]/y

/** `[^name]` and `[^name]: text`. Takes linear time: labels have a maximum length and notes do not nest. */
export function renderFootnotes(md: MarkdownIt): void {
  md.block.ruler.before('reference', 'footnote_definition', parseDefinition, {
    alt: ['paragraph', 'reference'],
  })
  md.inline.ruler.before('link', 'footnote_reference', parseReference)
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
  // U+FE0E selects the text form of the arrow instead of an emoji.
  md.renderer.rules.note_return = (tokens, index) =>
    ` <a href="#fnref-${numberOf(tokens[index])}" class="footnote-backref">↩\ufe0e</a>`
}

function numberOf(token: Token | undefined): number {
  return Number(token?.meta?.number)
}

function parseDefinition(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const notes = notesOf(state.env)
  if (state.level > 0 || notes.inside || notes.defined.size >= maxNotes) return false
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

function parseReference(state: StateInline, silent: boolean): boolean {
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

/** A note continues on indented lines. */
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
  const { rest, bodies } = extractNotes(state.tokens)
  state.tokens = rest
  if (notes.numbered.size === 0) return

  const add = (type: string, number?: number): void => {
    const token = new state.Token(type, '', 0)
    token.meta = { number }
    rest.push(token)
  }
  add('footnotes_open')
  for (const [label, number] of notes.numbered) {
    const body = bodies.get(label) ?? []
    const last = body.at(-1)?.type === 'paragraph_close' ? body.pop() : undefined
    add('note_open', number)
    for (const token of body) rest.push(token)
    add('note_return', number)
    if (last) rest.push(last)
    add('note_close', number)
  }
  add('footnotes_close')
}

function extractNotes(tokens: Token[]): { rest: Token[]; bodies: Map<string, Token[]> } {
  const rest: Token[] = []
  const bodies = new Map<string, Token[]>()
  let target = rest
  for (const token of tokens) {
    if (token.type === 'footnote_open') {
      const label = String(token.meta?.label)
      target = []
      if (!bodies.has(label)) bodies.set(label, target)
    } else if (token.type === 'footnote_close') target = rest
    else target.push(token)
  }
  return { rest, bodies }
}
