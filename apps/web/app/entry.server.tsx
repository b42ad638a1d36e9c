import '@stoa/locales/all'
import {
  createRequestHandler,
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type ServerBuild,
} from 'react-router'
import { RenderingContext } from './kernel/boot.tsx'
import {
  createLoadContext,
  hostContext,
  htmlContext,
  visitContext,
  type LoadContext,
} from './kernel/context.server.ts'
import { contentSecurityPolicy } from './kernel/csp.server.ts'
import { CustomStore } from './kernel/custom-markup.tsx'
import type { WebHost } from './kernel/host.ts'
import { HtmlStore } from './kernel/html-store.tsx'
import { InitialVisit } from './kernel/initial-visit.ts'
import { takePlugins } from './kernel/plugins.server.ts'
import { renderPage } from './kernel/render-page.server.ts'
import { renderingOf } from './kernel/render.server.ts'
import { sharedModules } from './kernel/shared-modules.ts'
import { sharedPages } from './shared-pages.server.ts'

// A page travels beside its Response: putting a Buffer into one and taking it out again costs more
// than rendering a small page.
const bodies = new WeakMap<Response, Buffer>()

export const host: WebHost = {
  createHandler(build, mode) {
    const handler = createRequestHandler(build as ServerBuild, mode)
    return (request, from) => handler(request, createLoadContext(request, from))
  },
  bodyOf: (response) => bodies.get(response),
  sharedModules,
  takePlugins,
  sharedPages,
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(hostContext).reportError(error)
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: LoadContext,
): Promise<Response> {
  const from = context.get(hostContext)
  const visit = context.get(visitContext)
  const rendering = await renderingOf(entry, from, visit)
  const page = (
    <RenderingContext value={rendering}>
      <InitialVisit value={visit}>
        <CustomStore value={from.custom}>
          <HtmlStore value={context.get(htmlContext)}>
            <ServerRouter context={toRendered(entry)} url={request.url} />
          </HtmlStore>
        </CustomStore>
      </InitialVisit>
    </RenderingContext>
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-security-policy', contentSecurityPolicy(from, rendering, visit))
  const report = (error: unknown) => from.reportError(error)
  const body = await renderPage(page, rendering.nonce, report)
  const response = new Response(null, { status, headers })
  bodies.set(response, withHead(body, from.custom.head))
  return response
}

/**
 * What a page is rendered from. It carries the data of its loaders itself (see BootScripts), and only routes that it
 * consists of: the router would make all others anew for each page.
 */
function toRendered(entry: EntryContext): EntryContext {
  const { serverHandoffStream: _, manifest, ...rest } = entry
  const shown = rest.staticHandlerContext.matches.map(({ route }) => route.id)
  const routes = Object.fromEntries(shown.map((id) => [id, manifest.routes[id]]))
  return { ...rest, manifest: { ...manifest, routes } }
}

/** React leaves elements of the head alone that it did not make, so these need not be made by it. */
function withHead(page: Buffer, elements: string): Buffer {
  const end = page.indexOf('</head>')
  if (elements === '' || end < 0) return page
  return Buffer.concat([page.subarray(0, end), Buffer.from(elements), page.subarray(end)])
}
