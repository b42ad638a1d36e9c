import { toDisplayHtml } from '@stoa/markdown/display'
import { htmlContext, visitContext, type LoadContext } from './context.server.ts'
import type { PostTextData } from './post-text.tsx'

/** On document requests the HTML is left out of the loader data: it is already in the page. */
export function toPostText(context: LoadContext, id: string, html: string): PostTextData {
  const displayHtml = toDisplayHtml(html, context.get(visitContext).showsExternalImages)
  const hiddenImages = displayHtml.split('<span data-external-src="">').length - 1
  const store = context.get(htmlContext)
  store?.set(id, displayHtml)
  return { id, html: store === null ? displayHtml : undefined, hiddenImages }
}
