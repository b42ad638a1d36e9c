import type { Token } from 'markdown-it'
import { excerpt } from './excerpt.ts'
import { parser } from './parser.ts'
import { sanitize } from './sanitize.ts'
import { siteOf } from './urls.ts'

/** Stored beside the HTML. Raise it when the same Markdown would give other HTML than before. */
export const rendererVersion = 2

export interface RenderOptions {
  /** Links and images of this origin are the site's own; all others are external. */
  siteUrl?: string
  /** Keeps ids of several posts on one page apart, for example the id of the post. */
  idScope?: string
  /** How large the site's own images are, by their path: room is kept for them while they load. */
  imageSizes?: ReadonlyMap<string, ImageSize>
}

export interface ImageSize {
  width: number
  height: number
}

export interface Rendered {
  html: string
  excerpt: string
  /** User names written as `@name`, each once, as written. */
  mentions: string[]
  /** Ids, long or short, of the questions and answers linked to, each once. They may not exist. */
  links: string[]
  /** Paths of this site that the text shows as an image or links to, each once, posts aside. */
  paths: string[]
  version: number
}

/** Markdown to safe HTML. The one way, for every text that people write. */
export function render(markdown: string, options: RenderOptions = {}): Rendered {
  const env = {}
  const tokens = parser.parse(markdown, env)
  const links = new Set<string>()
  const paths = new Set<string>()
  const html = sanitize(parser.renderer.render(tokens, parser.options, env), {
    site: siteOf(options.siteUrl),
    idPrefix: options.idScope ? `user-content-${options.idScope}-` : 'user-content-',
    links,
    paths,
    imageSizes: options.imageSizes ?? new Map(),
  })
  const mentions = new Set<string>()
  for (const token of tokens) collect(token.children ?? [], mentions, links)
  return {
    html,
    excerpt: excerpt(html),
    mentions: [...mentions],
    links: [...links],
    paths: [...paths],
    version: rendererVersion,
  }
}

/** Covers both `@name` and the `[@name](/users/name)` that editors write. */
function collect(children: Token[], mentions: Set<string>, links: Set<string>): void {
  children.forEach((token, index) => {
    if (token.type === 'link_open') {
      const name = /^\/users\/([\w.-]+)$/.exec(String(token.attrGet('href')))?.[1]
      if (name !== undefined && children[index + 1]?.content === `@${name}`) mentions.add(name)
    } else if (token.type === 'text' && token.content.includes('#1002')) {
      for (const [, id] of token.content.matchAll(/(?<![\w/#&])#(1002\d{13})(?!\w)/g))
        if (id !== undefined) links.add(id)
    }
  })
}
