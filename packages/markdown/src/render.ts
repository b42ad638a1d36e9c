import type { Token } from 'markdown-it'
import type { AttributeContext, ImageSize } from './attributes.ts'
import { excerpt } from './excerpt.ts'
import { parser } from './parser.ts'
import { sanitize } from './sanitize.ts'
import { siteOf } from './urls.ts'

/** Stored with the HTML. Increment it when the output for existing Markdown changes. */
export const rendererVersion = 3

export interface RenderOptions {
  /** Links and images of this origin are internal; all others are external. */
  siteUrl?: string
  /** Makes ids unique on a page with several posts, for example the id of the post. */
  idScope?: string
  /** Sizes of uploaded images by path, to reserve space while they load. */
  imageSizes?: ReadonlyMap<string, ImageSize>
}

export interface Rendered {
  html: string
  excerpt: string
  /** Usernames mentioned as `@name`, without duplicates. */
  mentions: string[]
  /** Long or short ids of linked questions and answers, without duplicates. They may not exist. */
  links: string[]
  /** Other internal paths that are linked to or shown as images, without duplicates. */
  paths: string[]
  version: number
}

/** Converts Markdown to safe HTML. All user text goes through this function. */
export function render(markdown: string, options: RenderOptions = {}): Rendered {
  const env = {}
  const tokens = parser.parse(markdown, env)
  const html = parser.renderer.render(tokens, parser.options, env)
  const context = toContext(options)
  return toRendered(sanitize(html, context), tokens, context)
}

export function toContext({
  siteUrl,
  idScope,
  imageSizes = new Map(),
}: RenderOptions): AttributeContext {
  return {
    site: siteOf(siteUrl),
    idPrefix: idScope ? `user-content-${idScope}-` : 'user-content-',
    links: new Set(),
    paths: new Set(),
    imageSizes,
  }
}

export function toRendered(
  html: string,
  tokens: Token[],
  { links, paths }: AttributeContext,
): Rendered {
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

/** Finds both `@name` and `[@name](/users/name)`, which editors insert. */
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
