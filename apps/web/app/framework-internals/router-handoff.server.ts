// Relies on: `serverHandoffString`, `serverHandoffStream` and `manifest` of the EntryContext, which are what <Scripts>
// and ServerRouter write into the page. Why and upstream: see router-handoff.ts.
import type { EntryContext } from 'react-router'
import type { RouterHandoff } from './router-handoff.ts'

type CollectedHandoff = {
  handoff: RouterHandoff
  /** All modules of the page. */
  modules: string[]
}

export async function collectHandoff(entry: EntryContext): Promise<CollectedHandoff> {
  const { manifest, staticHandlerContext } = entry
  const routes = staticHandlerContext.matches.flatMap(({ route }) => {
    const entryRoute = manifest.routes[route.id]
    return entryRoute === undefined ? [] : [entryRoute]
  })
  const hmr = manifest.hmr === undefined ? [] : [manifest.hmr.runtime]
  const modules = new Set([
    manifest.url,
    manifest.entry.module,
    ...manifest.entry.imports,
    ...routes.flatMap((route) => [route.module, ...(route.imports ?? [])]),
  ])
  return {
    handoff: {
      context: JSON.parse(entry.serverHandoffString ?? '{}') as object,
      state: await readText(entry.serverHandoffStream),
      scripts: [...hmr, manifest.url, manifest.entry.module],
      routes: routes.map((route) => [route.id, route.module]),
    },
    modules: [...modules],
  }
}

async function readText(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  return stream === undefined ? '' : new Response(stream).text()
}

/** Without the stream of the loader data, which `collectHandoff` has read. */
export function toRenderContext(entry: EntryContext): EntryContext {
  const { serverHandoffStream: _, ...context } = entry
  return context
}
