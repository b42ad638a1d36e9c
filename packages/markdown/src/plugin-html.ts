import type { AttributeContext } from './attributes.ts'
import { isWellFormed, presentationMath } from './mathml.ts'
import { sanitize } from './sanitize.ts'
import { siteOf } from './urls.ts'

type Place = {
  siteUrl: string
  /** Makes ids and links to them unique on a page. */
  scope: string
}

/** HTML that a plugin made, with what posts may contain. */
export function sanitizePluginHtml(html: string, place: Place): string {
  return sanitize(html, contextOf(place))
}

/** For a part of a post, which may also contain MathML. `isPhrasing`: in a sentence. Null if it does not fit there. */
export function sanitizePiece(
  html: string,
  { isPhrasing, ...place }: Place & { isPhrasing: boolean },
): string | null {
  const safe = sanitize(html, { ...contextOf(place), extension: presentationMath })
  return isWellFormed(safe, isPhrasing) ? safe : null
}

function contextOf({ siteUrl, scope }: Place): AttributeContext {
  return {
    site: siteOf(siteUrl),
    idPrefix: `user-content-plugin-${scope}-`,
    links: new Set(),
    paths: new Set(),
    imageSizes: new Map(),
    allowsPluginClasses: true,
  }
}
