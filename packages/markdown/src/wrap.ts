import { linkRel, linkSource, tableScroll } from './attributes.ts'
import { parseLink } from './urls.ts'

const openScroll = `<div ${Object.entries(tableScroll)
  .map(([name, value]) => `${name}="${value}"`)
  .join(' ')}>`

const triggers = ['data-external-src', linkSource, '<table']

/**
 * Wraps external images in links, replaces images that must not load with links, and makes tables scroll.
 * For sanitized HTML only: there, `<` and `>` always delimit tags.
 */
export function wrapImagesAndTables(html: string, site: URL): string {
  if (!triggers.some((text) => html.includes(text))) return html
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
      const isWrapped = tables.length === 0 && !html.startsWith(openScroll, at - openScroll.length)
      tables.push(isWrapped)
      return isWrapped ? openScroll + tag : tag
    },
  )
}

function imageOrLink(
  image: string,
  attributes: string,
  { isInLink, site }: { isInLink: boolean; site: URL },
): string {
  const link = linkedImage.exec(attributes)
  if (link !== null) {
    const [, href = '', alt = ''] = link
    const text = alt.replaceAll('&quot;', '"')
    const isExternal = parseLink(href, site)?.kind === 'external'
    return isInLink ? text : `<a href="${href}"${isExternal ? ` rel="${linkRel}"` : ''}>${text}</a>`
  }
  const source = /^data-external-src="([^"]*)"/.exec(attributes)?.[1]
  if (isInLink || source === undefined) return image
  return `<a href="${source}" rel="${linkRel}" class="external-image">${image}</a>`
}

const linkedImage = new RegExp(`^${linkSource}="([^"]*)" alt="([^"]*)"`)
