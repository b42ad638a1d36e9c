import { toPostDisplayHtml } from '@stoa/markdown/display-post'
import { render } from '@stoa/markdown/render'

/** The same renderer as on the server. */
export function previewHtml(markdown: string, siteUrl: string): string {
  return render(markdown, { siteUrl }).html
}

/** With the heads above code that posts have. External images are replaced, as for most readers. */
export function toPreviewDisplay(html: string): string {
  return toPostDisplayHtml(html, { showsExternalImages: false, idScope: 'preview' })
}
