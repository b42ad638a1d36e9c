import { render } from '@stoa/markdown/render'

/** The same renderer as on the server. */
export function previewHtml(markdown: string, siteUrl: string): string {
  return render(markdown, { siteUrl }).html
}
