/** Prepares stored HTML of a comment for a page. */
export function toDisplayHtml(html: string, showsExternalImages: boolean): string {
  return wrapCode(chooseImages(html, showsExternalImages))
}

export function chooseImages(html: string, showsExternalImages: boolean): string {
  return showsExternalImages ? showExternalImages(html) : replaceExternalImages(html)
}

/** For the first text of a page: its first image is often the largest paint, which lazy loading delays. */
export function loadFirstImageEarly(html: string): string {
  return html.replace(/(<img src="[^>]*) loading="lazy"/, '$1 fetchpriority="high"')
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

/** Code is left to right and scrolls within a box. Sanitized HTML has no `<` outside of tags. */
function wrapCode(html: string): string {
  return html
    .replaceAll('<pre ', `${openCodeBlock}<pre `)
    .replaceAll('</pre>', `</pre>${closeCodeBlock}`)
}

export const openCodeBlock = '<div class="code-block" dir="ltr">'
export const closeCodeBlock = '</div>'
