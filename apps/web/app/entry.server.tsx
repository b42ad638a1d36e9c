import '@stoa/locales/all'
import {
  createRequestHandler,
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type ServerBuild,
} from 'react-router'
import { cacheablePages } from './cacheable-pages.server.ts'
import { previewBar } from './features/admin/site-settings/preview-bar.server.tsx'
import { CustomMarkupContext } from './features/site/shell/custom-markup.tsx'
import { sharedModules } from './features/site/plugin-slots/shared-modules.ts'
import { addToHead } from './framework-internals/add-to-head.server.ts'
import { toRenderContext } from './framework-internals/router-handoff.server.ts'
import {
  hostContext,
  htmlContext,
  visitContext,
  type LoadContext,
} from './kernel/context.server.ts'
import { HtmlStore } from './kernel/post-text.tsx'
import { PageScriptsContext, InitialVisit } from './platform/boot/boot.tsx'
import type { WebHost } from './platform/host.ts'
import { contentSecurityPolicy } from './platform/ssr/csp.server.ts'
import { fontPreloads } from './platform/ssr/font-preloads.server.ts'
import { collectPageScripts } from './platform/ssr/page-scripts.server.ts'
import { renderPage } from './platform/ssr/render-page.server.ts'
import { createLoadContext } from './platform/visit/visit.server.ts'

export const host: WebHost = {
  createHandler(build, mode) {
    const handler = createRequestHandler(build as ServerBuild, mode)
    return (request, hostRequest) => handler(request, createLoadContext(request, hostRequest))
  },
  sharedModules,
  cacheablePages: cacheablePages,
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
  const hostRequest = context.get(hostContext)
  const visit = context.get(visitContext)
  const pageScripts = await collectPageScripts(entry, hostRequest, visit)
  const { custom, isMarkupPreview } = hostRequest
  const header = isMarkupPreview ? previewBar(visit.locale) + custom.header : custom.header
  const page = (
    <PageScriptsContext value={pageScripts}>
      <InitialVisit value={visit}>
        <CustomMarkupContext value={{ ...custom, header }}>
          <HtmlStore value={context.get(htmlContext)}>
            <ServerRouter context={toRenderContext(entry)} url={request.url} />
          </HtmlStore>
        </CustomMarkupContext>
      </InitialVisit>
    </PageScriptsContext>
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-security-policy', contentSecurityPolicy(hostRequest, pageScripts, visit))
  // For the service worker, which deletes what it knows of other users.
  if (visit.viewer !== null) headers.set('x-viewer', visit.viewer.id)
  const reportError = (error: unknown) => hostRequest.reportError(error)
  const html = await renderPage(page, pageScripts.nonce, reportError)
  const head = fontPreloads(html) + custom.head
  return new Response(addToHead(html, head), { status, headers })
}
