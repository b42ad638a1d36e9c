/** Prepares stored HTML for a page. */
export function toDisplayHtml(html: string, showsExternalImages: boolean): string {
  return wrapCode(showsExternalImages ? showExternalImages(html) : replaceExternalImages(html))
}

/** Loads external images, for sites and users that allow them. */
export function showExternalImages(html: string): string {
  return html.replaceAll('<img data-external-src="', '<img src="')
}

/** Shows the alt text: browsers show a broken image for an `img` without a source. */
function replaceExternalImages(html: string): string {
  return html.replaceAll(
    /<img data-external-src="[^"]*" alt="([^"]*)"[^>]*>/g,
    (_, alt: string) => `<span data-external-src="">${alt}</span>`,
  )
}

/** A wrapper for the copy button that does not scroll with the code. Sanitized HTML has no `<` outside of tags. */
function wrapCode(html: string): string {
  return html
    .replaceAll('<pre ', '<div class="code-block" dir="ltr"><pre ')
    .replaceAll('</pre>', '</pre></div>')
}
