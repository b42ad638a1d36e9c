import { showExternalImages } from '@stoa/markdown/wrap'
import { htmlContext, visitContext, type LoadContext } from './context.server.ts'
import type { PostTextData } from './post-text.tsx'

/**
 * Rendered Markdown as a loader sends it. Its HTML stays out of the data that travels beside a page:
 * there it stands in the page already.
 */
export function toPostText(context: LoadContext, id: string, html: string): PostTextData {
  const { showsExternalImages } = context.get(visitContext)
  const shown = showsExternalImages ? showExternalImages(html) : nameExternalImages(html)
  const framed = frameCode(shown)
  const hiddenImages = framed.split('<span data-external-src="">').length - 1
  const store = context.get(htmlContext)
  store?.set(id, framed)
  return { id, html: store === null ? framed : undefined, hiddenImages }
}

/** Their words instead: browsers draw a broken picture for an image without an address. */
function nameExternalImages(html: string): string {
  return html.replaceAll(
    /<img data-external-src="[^"]*" alt="([^"]*)"[^>]*>/g,
    (_, alt: string) => `<span data-external-src="">${alt}</span>`,
  )
}

/** A place for the copy button that does not scroll with the code. Tags are the only `<` in clean HTML. */
function frameCode(html: string): string {
  return html
    .replaceAll('<pre ', '<div class="code-block" dir="ltr"><pre ')
    .replaceAll('</pre>', '</pre></div>')
}
