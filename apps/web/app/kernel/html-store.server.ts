import { htmlContext, type LoadContext } from './context.server.ts'

/** Keeps post HTML out of the data that travels beside the page. Returns what the loader should send. */
export function storeHtml(context: LoadContext, id: string, html: string): string | undefined {
  const store = context.get(htmlContext)
  if (store === null) return html
  store.set(id, html)
  return undefined
}
