import { loadFirstImageEarly, toDisplayHtml } from '@stoa/markdown/display'
import { listContents, toPostDisplayHtml } from '@stoa/markdown/display-post'
import { htmlContext, visitContext, type LoadContext } from './context.server.ts'
import type { PostTextData } from './post-text.tsx'

export function toPostText(context: LoadContext, id: string, html: string): PostTextData {
  const { showsExternalImages } = context.get(visitContext)
  const idScope = /\d+$/.exec(id)?.[0] ?? id
  const contents = listContents(html, idScope)
  const text = toText(context, id, toPostDisplayHtml(html, { showsExternalImages, idScope }))
  return contents.length === 0 ? text : { ...text, contents }
}

/** Comments have no heads above code and no links on headings and images. */
export function toCommentText(context: LoadContext, id: string, html: string): PostTextData {
  return toText(context, id, toDisplayHtml(html, context.get(visitContext).showsExternalImages))
}

/** For texts that scripts show later: their HTML is always in the loader data. */
export function toLoadedText(context: LoadContext, id: string, html: string): PostTextData {
  const { showsExternalImages } = context.get(visitContext)
  return { id, html: toDisplayHtml(html, showsExternalImages), hiddenImages: 0 }
}

/** On document requests the HTML is left out of the loader data: it is already in the page. */
function toText(context: LoadContext, id: string, displayHtml: string): PostTextData {
  const hiddenImages = displayHtml.split('<span data-external-src="">').length - 1
  const store = context.get(htmlContext)
  store?.set(id, store.size === 0 ? loadFirstImageEarly(displayHtml) : displayHtml)
  return { id, html: store === null ? displayHtml : undefined, hiddenImages }
}
