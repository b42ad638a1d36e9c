import { sanitize } from './sanitize.ts'
import { siteOf } from './urls.ts'

/** HTML that a plugin made, with what posts may contain. `scope` makes ids and links to them unique on a page. */
export function sanitizePluginHtml(
  html: string,
  { siteUrl, scope }: { siteUrl: string; scope: string },
): string {
  return sanitize(html, {
    site: siteOf(siteUrl),
    idPrefix: `user-content-plugin-${scope}-`,
    links: new Set(),
    paths: new Set(),
    imageSizes: new Map(),
    allowsPluginClasses: true,
  })
}
