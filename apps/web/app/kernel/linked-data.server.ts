import { htmlContext, type LoadContext } from './context.server.ts'
import { linkedDataId } from './linked-data.tsx'

/** Says what a page is about to programs that read it. Only in whole pages: a browser needs none of it. */
export function keepLinkedData(context: LoadContext, data: object) {
  context.get(htmlContext)?.set(linkedDataId, toScriptText(data))
}

/** JSON that no text in it can end early. */
export function toScriptText(data: object): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
}
