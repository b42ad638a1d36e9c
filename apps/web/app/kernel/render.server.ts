import type { EntryContext } from 'react-router'
import { hydrateAtOnce, type Boot, type Rendering } from './boot.tsx'
import type { HostRequest } from './host.ts'
import loaderSource from './loader.js?raw'
import { importMapText, pluginLinks } from './plugins.ts'
import type { Visit } from './visit.ts'

/** Comments and indentation are for people. */
export const loader = loaderSource
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('//'))
  .join('\n')

/** Gathers what the page must bring along for the application to start on it. */
export async function renderingOf(
  entry: EntryContext,
  from: HostRequest,
  visit: Visit,
): Promise<Rendering> {
  const { manifest, staticHandlerContext } = entry
  const routes = staticHandlerContext.matches.flatMap(({ route }) => {
    const known = manifest.routes[route.id]
    return known === undefined ? [] : [known]
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
  const forMember = from.audience === 'member'
  // Who sent a form has shown intent already.
  const isAtWork =
    forMember ||
    staticHandlerContext.actionData !== null ||
    staticHandlerContext.matches.some(({ route }) => route.handle === hydrateAtOnce)
  const boot: Boot = {
    when: isAtWork ? 'now' : 'intent',
    locale: visit.locale,
    context: JSON.parse(entry.serverHandoffString ?? '{}') as object,
    state: await readText(entry.serverHandoffStream),
    scripts: [...hmr, manifest.url, manifest.entry.module],
    routes: routes.map((route) => [route.id, route.module]),
    preload: forMember ? [] : preload,
    plugins: pluginLinks(),
    visit: staticHandlerContext.errors === null ? null : visit,
  }
  return {
    boot: toInlineJson(boot),
    nonce: forMember ? from.nonce : undefined,
    loader,
    importMap: importMapText(),
    preload: forMember ? preload : [],
  }
}

/** JSON that may stand between script tags. */
export function toInlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

async function readText(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  return stream === undefined ? '' : new Response(stream).text()
}
