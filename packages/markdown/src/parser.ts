import Markdown, { type MarkdownIt } from 'markdown-it'
import { renderFootnotes } from './footnotes.ts'
import { parseFenceInfo } from './fence-info.ts'
import { addHeadingIds } from './headings.ts'
import { highlight } from './highlight.ts'
import { linkMentions } from './mentions.ts'
import { limitQuotes } from './quotes.ts'
import { restrictRawHtml } from './raw-html.ts'
import { limitTables } from './tables.ts'
import { renderTaskLists } from './task-lists.ts'
import { parseLink, siteOf } from './urls.ts'

export const parser = createParser()

export function createParser(): MarkdownIt {
  const md = new Markdown({ html: true, linkify: true, breaks: true, maxNesting: 40 })
  const anySite = siteOf(undefined)
  md.validateLink = (url) => parseLink(url, anySite) !== null
  md.use(linkifyUrls)
  md.use(restrictRawHtml)
  md.use(limitQuotes)
  md.use(limitTables)
  md.use(renderTaskLists)
  md.use(renderFootnotes)
  md.use(linkMentions)
  md.use(addHeadingIds)
  md.use(renderCode)
  return md
}

/** Links `https://…`, `www.…` and emails, but not every word with a dot such as `main.py`. */
function linkifyUrls(md: MarkdownIt): void {
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: true })
  md.linkify.add('ftp:', null)
  md.linkify.add('//', null)
  md.linkify.add('www.', {
    validate(text, position, self) {
      const host = self.re.get_relative_proto_validator()
      host.lastIndex = position
      return host.exec(text)?.[0].length ?? 0
    },
    normalize(match) {
      match.url = `https://${match.url}`
    },
  })
}

function renderCode(md: MarkdownIt): void {
  const { escapeHtml, unescapeAll } = md.utils

  md.renderer.rules.fence = (tokens, index, _options, env) => {
    const token = tokens[index]
    const code = token?.content ?? ''
    const { language, file } = parseFenceInfo(unescapeAll(token?.info ?? ''))
    const open = file ? `<pre data-file="${escapeHtml(file)}">` : '<pre>'
    if (!language) return `${open}<code>${escapeHtml(code)}</code></pre>\n`
    const name = `language-${escapeHtml(language.toLowerCase())}`
    const highlighted = highlight(code, language.toLowerCase(), env ?? {})
    return highlighted === null
      ? `${open}<code class="${name}">${escapeHtml(code)}</code></pre>\n`
      : `${open}<code class="${name} hljs">${highlighted}</code></pre>\n`
  }
}
