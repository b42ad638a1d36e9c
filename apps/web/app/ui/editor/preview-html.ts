import { render } from '@stoa/markdown/render'

/** The HTML a reader will see: the very function the server stores it with. */
export function previewHtml(markdown: string, siteUrl: string): string {
  return render(markdown, { siteUrl }).html
}
