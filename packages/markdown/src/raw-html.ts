import type { MarkdownIt, StateBlock } from 'markdown-it'
import { originalRule } from './original-rule.ts'
import { rawElements } from './elements.ts'

// Deeply nested tags are slow to parse, here and in browsers.
const maxTags = 2_000

const lastCommentEnds = new WeakMap<StateBlock, number>()

const tagStart = /^<\/?([a-z][a-z0-9]*)(?=[\s/>]|$)/i

/** Escapes elements that are not allowed, so that `List<String>` and `<script>` are shown as text. */
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
    // linkLevel > 0 disables mentions and autolinks inside <code> and similar elements, as inside <a>.
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
  return match !== null && rawElements.has((match[1] ?? '').toLowerCase())
}

// An unclosed comment is text, or it would hide the rest of the post.
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
  return removeComments(html).replace(
    /<(?:\/?([a-z][a-z0-9]*)(?:[\s/](?:[^<>"']|"[^"]*"|'[^']*')*)?>)?/gi,
    (text, name?: string) => {
      const isAllowed =
        name !== undefined && rawElements.has(name.toLowerCase()) && hasTagsLeft(env)
      if (isAllowed) countTag(env)
      return isAllowed ? text : `&lt;${text.slice(1)}`
    },
  )
}

// Counted over the whole text, because unclosed tags nest across blocks.
function hasTagsLeft(env: Record<string, unknown>): boolean {
  return Number(env.rawTagCount ?? 0) < maxTags
}

function countTag(env: Record<string, unknown>): void {
  env.rawTagCount = Number(env.rawTagCount ?? 0) + 1
}

function removeComments(html: string): string {
  let result = ''
  let from = 0
  for (;;) {
    const start = html.indexOf('<!--', from)
    const end = start < 0 ? -1 : html.indexOf('-->', start + 4)
    if (end < 0) return result + html.slice(from)
    result += html.slice(from, start)
    from = end + 3
  }
}
