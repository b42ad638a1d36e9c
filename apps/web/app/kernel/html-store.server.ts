import { htmlContext, visitContext, type LoadContext } from './context.server.ts'
import type { PostTextData } from './post-text.tsx'
import { toShownHtml } from './shown-html.ts'

/**
 * Rendered Markdown as a loader sends it. Its HTML stays out of the data that travels beside a page:
 * there it stands in the page already.
 */
export function toPostText(context: LoadContext, id: string, html: string): PostTextData {
  const shown = toShownHtml(html, context.get(visitContext).showsExternalImages)
  const hiddenImages = shown.split('<span data-external-src="">').length - 1
  const store = context.get(htmlContext)
  store?.set(id, shown)
  return { id, html: store === null ? shown : undefined, hiddenImages }
}
