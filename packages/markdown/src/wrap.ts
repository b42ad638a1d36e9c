import { linkRel, linkSource, tableScroll } from './attributes.ts'
import { readAddress } from './urls.ts'

const scroller = `<div ${Object.entries(tableScroll)
  .map(([name, value]) => `${name}="${value}"`)
  .join(' ')}>`

const marks = ['data-external-src', linkSource, '<table']

/**
 * Puts a link around external images, a link in place of images that must not be loaded, and a
 * scrolling box around tables. Works on sanitised HTML only: there, `<` and `>` are always the ends
 * of a tag.
 */
export function wrapImagesAndTables(html: string, site: URL): string {
  if (!marks.some((mark) => html.includes(mark))) return html
  let links = 0
  const tables: boolean[] = []
  return html.replace(
    /<(\/?)(a|img|table)(?: ([^>]*))?>/g,
    (tag, slash: string, name: string, attributes: string | undefined, at: number) => {
      const isOpening = slash === ''
      if (name === 'a') {
        links += isOpening ? 1 : -1
        return tag
      }
      if (name === 'img') return imageOrLink(tag, attributes ?? '', { isInLink: links > 0, site })
      if (!isOpening) return tables.pop() ? `${tag}</div>` : tag
      const isWrapped = tables.length === 0 && !html.startsWith(scroller, at - scroller.length)
      tables.push(isWrapped)
      return isWrapped ? scroller + tag : tag
    },
  )
}

function imageOrLink(
  image: string,
  attributes: string,
  { isInLink, site }: { isInLink: boolean; site: URL },
): string {
  const linked = asLink.exec(attributes)
  if (linked !== null) {
    const [, href = '', alt = ''] = linked
    const text = alt.replaceAll('&quot;', '"')
    const isExternal = readAddress(href, site)?.place === 'external'
    return isInLink ? text : `<a href="${href}"${isExternal ? ` rel="${linkRel}"` : ''}>${text}</a>`
  }
  const source = /^data-external-src="([^"]*)"/.exec(attributes)?.[1]
  if (isInLink || source === undefined) return image
  return `<a href="${source}" rel="${linkRel}" class="external-image">${image}</a>`
}

const asLink = new RegExp(`^${linkSource}="([^"]*)" alt="([^"]*)"`)

/** Turns hidden external images into shown ones, for sites and readers that allow them. */
export function showExternalImages(html: string): string {
  return html.replaceAll('<img data-external-src="', '<img src="')
}
