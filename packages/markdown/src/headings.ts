import type { MarkdownIt } from 'markdown-it'
import { slug } from './slug.ts'

const maxHeadingIds = 200

/** Gives headings ids derived from their text; the sanitizer adds the prefix. */
export function addHeadingIds(md: MarkdownIt): void {
  md.core.ruler.push('heading_ids', (state) => {
    const used = new Map<string, number>()
    let count = 0
    state.tokens.forEach((token, index) => {
      if (token.type !== 'heading_open' || count++ >= maxHeadingIds) return
      const text = (state.tokens[index + 1]?.children ?? [])
        .filter(({ type }) => ['text', 'code_inline', 'formula'].includes(type))
        .map((child) => child.content)
        .join('')
      const name = slug(text, 'section')
      const uses = used.get(name) ?? 0
      used.set(name, uses + 1)
      token.attrSet('id', uses === 0 ? name : `${name}-${uses}`)
    })
  })
}
