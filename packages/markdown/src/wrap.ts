import { tableScroll } from './attributes.ts'

const scroller = `<div ${Object.entries(tableScroll)
  .map(([name, value]) => `${name}="${value}"`)
  .join(' ')}>`

/**
 * Puts a link around external images and a scrolling box around tables. Works on sanitised HTML
 * only: there, `<` and `>` are always the ends of a tag.
 */
export function wrapImagesAndTables(html: string): string {
  if (!html.includes('data-external-src') && !html.includes('<table')) return html
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
      if (name === 'img') return links > 0 ? tag : linkTo(attributes ?? '', tag)
      if (!isOpening) return tables.pop() ? `${tag}</div>` : tag
      const isWrapped = tables.length === 0 && !html.startsWith(scroller, at - scroller.length)
      tables.push(isWrapped)
      return isWrapped ? scroller + tag : tag
    },
  )
}

function linkTo(attributes: string, image: string): string {
  const source = /^data-external-src="([^"]*)"/.exec(attributes)?.[1]
  if (source === undefined) return image
  return `<a href="${source}" rel="nofollow ugc noopener" class="external-image">${image}</a>`
}

/** Turns hidden external images into shown ones, for sites and readers that allow them. */
export function showExternalImages(html: string): string {
  return html.replaceAll('<img data-external-src="', '<img src="')
}
