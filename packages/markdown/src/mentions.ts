import type { MarkdownIt, StateInline } from 'markdown-it'

// Preceded by one of these, an @ or # is part of an email, a path or an entity.
const precedesOtherToken = /[a-zA-Z0-9_.+\-/@=#&]/
const mention =
  /@([a-zA-Z0-9_](?:[a-zA-Z0-9_.-]{0,28}[a-zA-Z0-9_]))(?![a-zA-Z0-9_@]|[.-][a-zA-Z0-9_])/y
const maxMentions = 100

const reference = /#(100[12]\d{13})(?!\w)/y

/** Links `@name` to the user and `#id` to the question. */
export function linkMentions(md: MarkdownIt): void {
  md.inline.ruler.push('mention', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x40) return false
    const name = matchAt(state, mention)
    if (name === null) return false
    if (!silent) pushLink(state, `@${name}`, `/users/${name}`, 'mention')
    state.pos += name.length + 1
    return true
  })

  md.inline.ruler.push('post_reference', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x23) return false
    const id = matchAt(state, reference)
    // The URL of an answer contains the id of its question, which is not known here.
    if (id === null || !id.startsWith('1001')) return false
    if (!silent) pushLink(state, `#${id}`, `/questions/${id}`, 'post-reference')
    state.pos += id.length + 1
    return true
  })
}

/** The usernames mentioned in HTML from `render`. */
export function mentionsIn(html: string): string[] {
  const links = html.matchAll(/<a href="\/users\/[^"]*"[^>]*>@([^<]+)<\/a>/g)
  return [...new Set([...links].map(([, name = '']) => name))]
}

function matchAt(state: StateInline, pattern: RegExp): string | null {
  if (state.linkLevel > 0 || Number(state.env.mentions ?? 0) >= maxMentions) return null
  if (state.pos > 0 && precedesOtherToken.test(state.src.charAt(state.pos - 1))) return null
  pattern.lastIndex = state.pos
  return pattern.exec(state.src)?.[1] ?? null
}

function pushLink(state: StateInline, text: string, href: string, kind: string): void {
  state.env.mentions = Number(state.env.mentions ?? 0) + 1
  const open = state.push('link_open', 'a', 1)
  open.attrs = [
    ['href', href],
    ['class', kind],
  ]
  state.push('text', '', 0).content = text
  state.push('link_close', 'a', -1)
}
