import type { EntryContext } from 'react-router'
import type { HostRequest } from '../../kernel/host-request.ts'
import { hydrateImmediately } from '../../kernel/hydration.ts'
import type { Visit } from '../../kernel/visit.ts'
import { toInlineJson, type Boot, type PageScripts } from '../boot/boot.tsx'
import loaderSource from '../boot/loader.js?raw'
import { getImportMap, getPluginLinks } from '../plugins/plugins.ts'

/** Without comments and indentation. */
export const loader = loaderSource
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('//'))
  .join('\n')

export async function collectPageScripts(
  entry: EntryContext,
  hostRequest: HostRequest,
  visit: Visit,
): Promise<PageScripts> {
  const { manifest, staticHandlerContext } = entry
  const routes = staticHandlerContext.matches.flatMap(({ route }) => {
    const entryRoute = manifest.routes[route.id]
    return entryRoute === undefined ? [] : [entryRoute]
  })
  const hmr = manifest.hmr === undefined ? [] : [manifest.hmr.runtime]
  const preload = [
    ...new Set([
      manifest.url,
      manifest.entry.module,
      ...manifest.entry.imports,
      ...routes.flatMap((route) => [route.module, ...(route.imports ?? [])]),
    ]),
  ]
  const isMember = hostRequest.audience === 'member'
  // Submitting a form counts as interaction.
  const shouldHydrateNow =
    isMember ||
    staticHandlerContext.actionData !== null ||
    staticHandlerContext.matches.some(({ route }) => route.handle === hydrateImmediately)
  const boot: Boot = {
    when: shouldHydrateNow ? 'now' : 'intent',
    locale: visit.locale,
    context: JSON.parse(entry.serverHandoffString ?? '{}') as object,
    state: await readText(entry.serverHandoffStream),
    scripts: [...hmr, manifest.url, manifest.entry.module],
    routes: routes.map((route) => [route.id, route.module]),
    preload: isMember ? [] : preload,
    plugins: getPluginLinks(),
    visit: staticHandlerContext.errors === null ? null : visit,
  }
  return {
    boot: toInlineJson(boot),
    nonce: isMember ? hostRequest.nonce : undefined,
    loader,
    importMap: getImportMap(),
    preload: isMember ? preload : [],
  }
}

async function readText(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  return stream === undefined ? '' : new Response(stream).text()
}
