import type { MarkdownIt, StateBlock } from 'markdown-it'
import { originalRule } from './original-rule.ts'
import { rawTags } from './tags.ts'

// Deep piles of tags are slow to parse, for us and for browsers.
const mostTags = 2_000

const lastCommentEnds = new WeakMap<StateBlock, number>()

const tagStart = /^<\/?([a-z][a-z0-9]*)(?=[\s/>]|$)/i

/**
 * Lets through only elements an author may use. `List<String>` and `<script>` stay visible as text
 * instead of swallowing what follows them.
 */
export function restrictRawHtml(md: MarkdownIt): void {
  const block = originalRule(md.block.ruler, 'html_block')
  const inline = originalRule(md.inline.ruler, 'html_inline')

  md.block.ruler.at(
    'html_block',
    (state, startLine, endLine, silent) => {
      const from = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
      if (!opensKnownTag(state.src, from) && !opensComment(state, from)) return false
      return block.fn(state, startLine, endLine, silent)
    },
    { alt: block.alt },
  )

  md.inline.ruler.at('html_inline', (state, silent) => {
    if (!hasTagsLeft(state.env)) return false
    const isComment = state.src.startsWith('<!--', state.pos)
    if (!isComment && !opensKnownTag(state.src, state.pos)) return false
    const start = state.pos
    if (!inline.fn(state, silent)) return false
    if (silent) return true
    countTag(state.env)
    // Inside <code> and its like, names and addresses are not to be linked: same switch as inside <a>.
    state.linkLevel += codeLevel(state.src.slice(start, state.pos))
    return true
  })

  md.renderer.rules.html_block = (tokens, index, _options, env) =>
    escapeUnknownTags(tokens[index]?.content ?? '', env ?? {})
  md.renderer.rules.html_inline = (tokens, index) => {
    const content = tokens[index]?.content ?? ''
    return content.startsWith('<!') ? '' : content
  }
}

function opensKnownTag(source: string, from: number): boolean {
  if (source.charCodeAt(from) !== 0x3c) return false
  const match = tagStart.exec(source.slice(from, from + 16))
  return match !== null && rawTags.has((match[1] ?? '').toLowerCase())
}

// An unclosed comment would hide the rest of the post.
function opensComment(state: StateBlock, from: number): boolean {
  if (!state.src.startsWith('<!--', from)) return false
  const known = lastCommentEnds.get(state)
  const last = known ?? state.src.lastIndexOf('-->')
  if (known === undefined) lastCommentEnds.set(state, last)
  return from < last
}

function codeLevel(tag: string): number {
  if (/^<(code|kbd|samp|pre)\b/i.test(tag)) return 1
  return /^<\/(code|kbd|samp|pre)\b/i.test(tag) ? -1 : 0
}

function escapeUnknownTags(html: string, env: Record<string, unknown>): string {
  return withoutComments(html).replace(
    /<(?:\/?([a-z][a-z0-9]*)(?:[\s/](?:[^<>"']|"[^"]*"|'[^']*')*)?>)?/gi,
    (text, name?: string) => {
      const isKept = name !== undefined && rawTags.has(name.toLowerCase()) && hasTagsLeft(env)
      if (isKept) countTag(env)
      return isKept ? text : `&lt;${text.slice(1)}`
    },
  )
}

// One count for the whole text: tags in many small blocks pile up like those of one.
function hasTagsLeft(env: Record<string, unknown>): boolean {
  return Number(env.rawTags ?? 0) < mostTags
}

function countTag(env: Record<string, unknown>): void {
  env.rawTags = Number(env.rawTags ?? 0) + 1
}

function withoutComments(html: string): string {
  let kept = ''
  let from = 0
  for (;;) {
    const start = html.indexOf('<!--', from)
    const end = start < 0 ? -1 : html.indexOf('-->', start + 4)
    if (end < 0) return kept + html.slice(from)
    kept += html.slice(from, start)
    from = end + 3
  }
}
