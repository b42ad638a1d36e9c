import { readCosts } from '@stoa/contract/limits'
import type { HostRequest } from '@stoa/web/kernel/host-request.ts'
import type { CacheablePages, WebBuild } from '@stoa/web/platform/host.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../../kernel/errors.ts'
import { hasPreferenceCookie } from '../page-cache/page-variant.ts'
import { cookieTokenOf } from '../../kernel/session-cookie.ts'
import type { WebBuildSource } from './build-source.ts'
import { mountCacheablePages } from './cacheable-pages.ts'
import { mountCaptchaFrame } from './captcha-frame.ts'
import type { Handlers, WebOptions } from './web-options.ts'
import { mountCustomCss } from './custom-css.ts'
import { isMarkupPreview, sendMarkupPreview } from './markup-preview.ts'
import { originOf } from './origin.ts'
import { sendCacheable, sendPage } from './page-response.ts'
import { openPagePlugins } from './page-plugins.ts'
import { mountPluginFiles } from './plugin-files.ts'
import { toHostRequest, toWebRequest } from './request.ts'
import { mountSharedModules } from './shared-modules.ts'
import { mountStaticFiles } from './static.ts'

// Fits the longest text in a script with three bytes per character, percent-encoded.
const maxFormBytes = 1024 * 1024

/** Mounts the pages at every path that no other route matches. */
export async function mountWeb(app: FastifyInstance, options: WebOptions) {
  const { build, siteUrl } = options
  if (build.clientDir !== null) await mountStaticFiles(app, build.clientDir)
  const getHandlers = createHandlers(build)
  const imports = mountSharedModules(app, (await getHandlers()).host.sharedModules)
  const plugins = openPagePlugins({ ...options, imports })
  mountPluginFiles(app, plugins.files)
  mountCaptchaFrame(app, options.plugins)
  const { findVariant, setRenderer } = await mountCacheablePages(options, plugins, getHandlers)
  options.plugins.onChange(() => {
    plugins.reload()
    setRenderer()
  })
  mountCustomCss(app, () => options.site().custom_css_html.custom_css)

  await app.register(async (pages) => {
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, body),
    )
    pages.addContentTypeParser('multipart/form-data', (request, payload, done) => {
      findMaxBytes(request, options)
        .then((maxBytes) => readUpTo(payload, maxBytes))
        .then((body) => done(null, body), done)
    })
    pages.addHook('onRequest', async (request) => {
      const variant = findVariant(request.raw)
      request.sharesRender = variant !== null && options.pageCache.isRendering(variant)
    })
    const config = { resolvesSession: 'cookie', readCost: readCosts.page } as const
    pages.all('/*', { config }, async (request, reply) => {
      const origin = originOf(request, siteUrl(), options.mailClientPaths)
      if (origin === null) return rejectCsrf(reply)
      const variant = findVariant(request.raw)
      if (variant !== null) {
        const pageRequest = { request: request.raw, requestId: request.id }
        const page = await options.pageCache.getOrRender(variant, pageRequest)
        return sendCacheable(request, reply, page)
      }
      const { handler, host } = await getHandlers()
      if (isMarkupPreview(request))
        return sendMarkupPreview(request, reply, { origin, options, plugins, handler })
      const hostRequest = toHostRequest(request, options, plugins)
      const response = await handler(toWebRequest(request, reply, origin), hostRequest)
      const isPublic = isPage(response) && isSameForAll(request, hostRequest, host.cacheablePages)
      return sendPage(request, reply, response, isPublic)
    })
  })
}

/** Only users with a session may upload files. */
async function findMaxBytes(request: FastifyRequest, options: WebOptions) {
  const { siteUrl, maxFileBytes, isSession } = options
  const token = cookieTokenOf(siteUrl(), request)
  const hasSession = token !== null && (await isSession(token, request.ip))
  const maxBytes = maxFormBytes + (hasSession ? maxFileBytes() : 0)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) fail('base.payload_too_large')
  return maxBytes
}

async function readUpTo(payload: AsyncIterable<Buffer>, maxBytes: number) {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of payload) {
    bytes += chunk.length
    if (bytes > maxBytes) fail('base.payload_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Not the data of a client-side navigation, which a shared cache could take for the page. */
function isPage({ headers }: Response) {
  return headers.get('content-type')?.startsWith('text/html') ?? false
}

/** A response to a submitted form is for one visitor only. */
function isSameForAll(request: FastifyRequest, hostRequest: HostRequest, pages: CacheablePages) {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const isForVisitors = hostRequest.audience === 'visitor' && hostRequest.isInstalled
  const isComplete = hostRequest.plugins?.isIncomplete() !== true
  const isLoggingIn = hostRequest.connectorKey !== null || hostRequest.landing !== null
  return (
    isRead &&
    isForVisitors &&
    isComplete &&
    !isLoggingIn &&
    !hasPreferenceCookie(request.raw, pages)
  )
}

/** Reuses the handler until the development server provides another build. */
function createHandlers(source: WebBuildSource) {
  let current: ({ build: WebBuild } & Handlers) | undefined
  return async (): Promise<Handlers> => {
    const build = await source.load()
    if (current?.build !== build) {
      const { host } = build.entry.module
      current = { build, host, handler: host.createHandler(build, source.mode) }
    }
    return current
  }
}

function rejectCsrf(reply: FastifyReply) {
  return reply
    .code(403)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send('This request came from another site and was blocked.\n')
}
