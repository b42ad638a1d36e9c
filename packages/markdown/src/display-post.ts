import { tableScroll } from './attributes.ts'
import { chooseImages, closeCodeBlock, openCodeBlock } from './display.ts'
import { languageName } from './language-names.ts'
import { toPlainText } from './plain.ts'

export type PostDisplay = {
  showsExternalImages: boolean
  /** Makes ids unique on a page with several posts. */
  idScope: string
}

/** Prepares stored HTML of a post for a page: code with a head, tables that fade, links on headings and images. */
export function toPostDisplayHtml(html: string, { showsExternalImages, idScope }: PostDisplay) {
  let links = 0
  const headings: string[] = []
  const source = chooseImages(directTables(html), showsExternalImages)
  return source.replace(
    /<(\/?)(a|img|li|pre|h[1-6])(?: ([^>]*))?>/g,
    (original, slash: string, name: string, attributes: string | undefined, at: number) => {
      const isOpening = slash === ''
      const tag = scopeIds(original, idScope)
      switch (name) {
        case 'a':
          links += isOpening ? 1 : -1
          return tag
        case 'li':
          return tag
        case 'img':
          return links > 0 ? tag : linkImage(tag, attributes ?? '')
        case 'pre':
          if (!isOpening) return tag + closeCodeBlock
          return openCodeBlock + codeHead(attributes ?? '', source, at + original.length) + tag
        default:
          if (!isOpening) return linkHeading(headings.pop()) + tag
          headings.push(links > 0 ? '' : idOf(tag))
          return tag
      }
    },
  )
}

const idPrefix = 'user-content-'

function scopeIds(tag: string, scope: string): string {
  return tag.replaceAll(/ (id="|href="#)user-content-/g, ` $1${idPrefix}${scope}-`)
}

/** Opens the image without scripts, and makes it reachable by keyboard. A link needs text. */
function linkImage(image: string, attributes: string): string {
  const [, source, alt] = /^src="([^"]*)" alt="([^"]*)"/.exec(attributes) ?? []
  return source && alt ? `<a class="image" href="${source}">${image}</a>` : image
}

function codeHead(attributes: string, html: string, after: number): string {
  const codeLanguage = /<code class="language-([^" ]*)/y
  codeLanguage.lastIndex = after
  const language = codeLanguage.exec(html)?.[1] ?? ''
  const file = /data-file="([^"]*)"/.exec(attributes)?.[1] ?? ''
  const label = language && `<b>${languageName(language)}</b> `
  return `<header><span>${label}${file}</span></header>`
}

function idOf(tag: string): string {
  return /^<h\d id="([^"]*)"/.exec(tag)?.[1] ?? ''
}

/** Named by its heading, because rendered text has no language. */
function linkHeading(id: string | undefined): string {
  return id ? `<a class="heading-link" href="#${id}" aria-labelledby="${id}"></a>` : ''
}

const openTable = `<div class="${tableScroll.class}" role="${tableScroll.role}" tabindex="${tableScroll.tabindex}"`
const firstLetter = /\p{L}/u
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Style sheets need the direction that `dir="auto"` finds, to know at which edge a table goes on. */
function directTables(html: string): string {
  if (!html.includes(`${openTable}>`)) return html
  const letter = firstLetter.exec(toPlainText(html))?.[0] ?? ''
  const direction = rightToLeft.test(letter) ? 'rtl' : 'ltr'
  return html.replaceAll(`${openTable}>`, `${openTable} dir="${direction}">`)
}

export type ContentsEntry = { id: string; text: string; level: number }

const minHeadings = 4
const minLength = 4_000

/** The headings of a long post; none of a short one. */
export function listContents(html: string, idScope: string): ContentsEntry[] {
  if (html.length < minLength) return []
  const found = [...html.matchAll(/<h([1-3]) id="user-content-([^"]*)"[^>]*>([^]*?)<\/h\1>/g)]
  const entries = found.map(([, level, name = '', content = '']) => ({
    id: `${idPrefix}${idScope}-${name}`,
    text: toPlainText(content),
    level: Number(level),
  }))
  return entries.length < minHeadings ? [] : entries.filter(({ text }) => text !== '')
}
