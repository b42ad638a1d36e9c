import { readCosts } from '@stoa/contract/limits'
import type { SiteInfo } from '@stoa/contract/features/site'
import type {
  CustomMarkup,
  HostRequest,
  PageHandler,
  SharedPages,
  WebBuild,
} from '@stoa/web/kernel/host.ts'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Dispatch } from '../dispatch.ts'
import { hasChoiceCookie } from '../pages/page-key.ts'
import type { Pages } from '../pages/pages.ts'
import { fail } from '../errors.ts'
import { sessionCookieName } from '../session-cookie.ts'
import type { WebBuildSource } from './build-source.ts'
import { mountCustomCss } from './custom-css.ts'
import { originOf } from './origin.ts'
import { loadPlugins, mountPluginFiles } from './plugins.ts'
import { sendPage, sendShared } from './reply.ts'
import { shareWith, type Sharing } from './sharing.ts'
import { toHostRequest, toWebRequest } from './request.ts'
import { mountStaticFiles } from './static.ts'

export type WebOptions = {
  dispatch: Dispatch
  site: () => SiteInfo
  custom: () => CustomMarkup
  isInstalled: () => boolean
  siteUrl: () => string
  /** The most an uploaded file may weigh. */
  fileBytes: () => number
  isSession: (token: string, address: string) => Promise<boolean>
  /** Pages that mail programs post to by themselves. */
  mailPosts: readonly string[]
  build: WebBuildSource
  pluginsDir: string | null
  log: FastifyBaseLogger
  now: () => Date
  pages: Pages
  /** How to keep pages for visitors; null where every page is made anew. */
  sharing: Sharing | null
}

// What a form may weigh: the longest text there is, in a script of three bytes, percent-encoded.
const formBytes = 1024 * 1024

/** Mounts the pages: every address that no other route has taken. */
export async function mountWeb(app: FastifyInstance, options: WebOptions) {
  const { build, siteUrl } = options
  if (build.clientDir !== null) await mountStaticFiles(app, build.clientDir)
  const handlerOf = handlers(build)
  const plugins = await loadPlugins(
    options.pluginsDir,
    (await build.load()).entry.module.host,
    options.log,
  )
  mountPluginFiles(app, plugins)
  const findShared = await shareWith(options, () => handlerOf(plugins))
  mountCustomCss(app, () => options.site().custom_css_html.custom_css)

  await app.register(async (pages) => {
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: formBytes },
      (_request, body, done) => done(null, body),
    )
    pages.addContentTypeParser('multipart/form-data', (request, payload, done) => {
      mostBytes(request, options)
        .then((most) => readUpTo(payload, most))
        .then((body) => done(null, body), done)
    })
    pages.addHook('onRequest', async (request) => {
      const address = findShared(request.raw)
      request.joinsAnother = address !== null && options.pages.isMade(address)
    })
    const config = { resolvesSession: 'cookie', readCost: readCosts.page } as const
    pages.all('/*', { config }, async (request, reply) => {
      const origin = originOf(request, siteUrl(), options.mailPosts)
      if (origin === null) return refuse(reply)
      const address = findShared(request.raw)
      if (address !== null) {
        const reader = { request: request.raw, requestId: request.id }
        return sendShared(request, reply, await options.pages.get(address, reader))
      }
      const { handler, host } = await handlerOf(plugins)
      const from = toHostRequest(request, options)
      const response = await handler(toWebRequest(request, reply, origin), from)
      return sendPage(request, reply, {
        response,
        body: host.bodyOf(response),
        isShared: isSameForAll(request, from, host.sharedPages),
      })
    })
  })
}

/** Pictures come from people with a session; nobody else is read that far. */
async function mostBytes(request: FastifyRequest, { siteUrl, fileBytes, isSession }: WebOptions) {
  const token = request.cookies[sessionCookieName(siteUrl())]
  const hasSession = token !== undefined && (await isSession(token, request.ip))
  const most = formBytes + (hasSession ? fileBytes() : 0)
  if (Number(request.headers['content-length'] ?? 0) > most) fail('base.payload_too_large')
  return most
}

async function readUpTo(payload: AsyncIterable<Buffer>, most: number) {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of payload) {
    bytes += chunk.length
    if (bytes > most) fail('base.payload_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Whether shared caches may store a page. What answers a form is meant for one person, whoever they are. */
function isSameForAll(request: FastifyRequest, from: HostRequest, pages: SharedPages) {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const isVisitors = from.audience === 'visitor' && from.kind === 'document' && from.isInstalled
  return isRead && isVisitors && !hasChoiceCookie(request.raw, pages)
}

export type Handlers = { handler: PageHandler; host: WebBuild['entry']['module']['host'] }

/** Keeps the handler of the current build; a development server may bring another one. */
function handlers(source: WebBuildSource) {
  let current: ({ build: WebBuild } & Handlers) | undefined
  return async (plugins: Awaited<ReturnType<typeof loadPlugins>>): Promise<Handlers> => {
    const build = await source.load()
    if (current?.build !== build) {
      const { host } = build.entry.module
      host.takePlugins(plugins.host)
      current = { build, host, handler: host.createHandler(build, source.mode) }
    }
    return current
  }
}

function refuse(reply: FastifyReply) {
  return reply
    .code(403)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send('This request came from another site and was not carried out.\n')
}
