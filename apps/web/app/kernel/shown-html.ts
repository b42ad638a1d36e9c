import { showExternalImages } from '@stoa/markdown/wrap'

/** Clean HTML of a post as a page shows it: with or without the images of other sites, and with framed code. */
export function toShownHtml(html: string, showsExternalImages: boolean): string {
  return frameCode(showsExternalImages ? showExternalImages(html) : nameExternalImages(html))
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
