import { htmlContext, type LoadContext } from './context.server.ts'
import { linkedDataId } from './linked-data.tsx'

/** Adds JSON-LD for search engines. Ignored on data requests, where no crawler sees it. */
export function addLinkedData(context: LoadContext, data: object) {
  context.get(htmlContext)?.set(linkedDataId, toScriptText(data))
}

/** Escapes `<` so that no string can close the script element. */
export function toScriptText(data: object): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
}
