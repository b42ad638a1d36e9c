import type { MarkdownIt, Token } from 'markdown-it'
import { parseFenceInfo } from './fence-info.ts'
import { parseFormulas } from './formulas.ts'
import { createParser } from './parser.ts'
import { addPiece, syntaxOf } from './pieces.ts'

let parser: MarkdownIt | undefined

/** Also finds what plugins show. Sites without such plugins do not need it. */
export function pieceParser(): MarkdownIt {
  parser ??= createParser().use(parseFormulas).use(replaceFences).use(replaceLinks)
  return parser
}

function replaceFences(md: MarkdownIt): void {
  const { fence } = md.renderer.rules
  md.renderer.rules.fence = (tokens, index, options, env, renderer) => {
    const { content = '', info = '' } = tokens[index] ?? {}
    const language = parseFenceInfo(md.utils.unescapeAll(info)).language.toLowerCase()
    const source = fence?.(tokens, index, options, env, renderer) ?? ''
    if (syntaxOf(env)?.fences.includes(language) !== true) return source
    return addPiece(env, { kind: 'fence', language, source: content }, source)
  }
}

/** Of paragraphs that are only a URL. */
function replaceLinks(md: MarkdownIt): void {
  md.core.ruler.push('piece_links', ({ tokens, env, Token }) => {
    const hosts = syntaxOf(env)?.links ?? []
    if (hosts.length === 0) return
    tokens.forEach((inline, index) => {
      const [open, close] = [tokens[index - 1], tokens[index + 1]]
      if (inline.type !== 'inline' || open?.type !== 'paragraph_open' || !close) return
      const url = open.level === 0 ? onlyUrlOf(inline) : null
      if (url === null || !hosts.includes(URL.parse(url)?.host ?? '')) return
      const piece = new Token('piece_link', '', 0)
      piece.meta = { url, link: inline.children }
      inline.children = [piece]
      open.hidden = true
      close.hidden = true
    })
  })
  md.renderer.rules.piece_link = (tokens, index, options, env) => {
    const token = tokens[index]
    if (token === undefined) return ''
    const { url, link } = token.meta as { url: string; link: Token[] }
    const source = `<p>${md.renderer.renderInline(link, options, env)}</p>\n`
    return addPiece(env, { kind: 'link', url }, source)
  }
}

function onlyUrlOf({ children }: Token): string | null {
  const [link, , close] = children ?? []
  const isUrl =
    link?.type === 'link_open' && (link.markup === 'linkify' || link.markup === 'autolink')
  return isUrl && close?.type === 'link_close' && children?.length === 3
    ? String(link.attrGet('href'))
    : null
}
