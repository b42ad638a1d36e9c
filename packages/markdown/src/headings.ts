import type { MarkdownIt } from 'markdown-it'
import { slug } from './slug.ts'

const mostNamed = 200

/** Gives headings ids made of their words; the sanitiser puts the prefix before them. */
export function nameHeadings(md: MarkdownIt): void {
  md.core.ruler.push('heading_ids', (state) => {
    const used = new Map<string, number>()
    let named = 0
    state.tokens.forEach((token, index) => {
      if (token.type !== 'heading_open' || named++ >= mostNamed) return
      const text = (state.tokens[index + 1]?.children ?? [])
        .filter((child) => child.type === 'text' || child.type === 'code_inline')
        .map((child) => child.content)
        .join('')
      const name = slug(text, 'section')
      const count = used.get(name) ?? 0
      used.set(name, count + 1)
      token.attrSet('id', count === 0 ? name : `${name}-${count}`)
    })
  })
}
