import { collectFacts, type EndpointCall } from '../page-cache/cache-keys.ts'
import type { PageResponse } from '../page-cache/cached-page.ts'
import type { PageRequest } from '../page-cache/page-cache.ts'
import {
  createVariantFinder,
  type FindVariant,
  type PageVariant,
} from '../page-cache/page-variant.ts'
import { surrogateKeyOf } from '../page-cache/surrogate-key.ts'
import type { PagePlugins } from './page-plugins.ts'
import type { Handlers, PageCacheOptions, WebOptions } from './web-options.ts'
import { cacheableHeaders } from './page-response.ts'
import { hostRequestOf } from './request.ts'

/** Lets the page cache render pages. `setRenderer` drops all pages: they are rendered by something else from now on. */
export async function mountCacheablePages(
  options: WebOptions,
  plugins: PagePlugins,
  getHandlers: () => Promise<Handlers>,
): Promise<{ findVariant: FindVariant; setRenderer: () => void }> {
  const { cacheOptions, pageCache } = options
  if (cacheOptions === null) return { findVariant: () => null, setRenderer() {} }
  const { cacheablePages } = (await getHandlers()).host
  const findVariant = createVariantFinder(cacheOptions.settings, cacheablePages)
  const setRenderer = () =>
    pageCache.setRenderer({
      buildId: [options.build.id, options.plugins.fingerprint(), cacheOptions.pageConfig].join(' '),
      findVariant,
      render: (variant, request) =>
        renderCacheable(options, cacheOptions, { plugins, getHandlers }, { variant, request }),
      onServed({ questionIds }, request) {
        const userAgent = request.headers['user-agent'] ?? ''
        for (const id of questionIds)
          cacheOptions.recordView(id, cacheOptions.ipOf(request), userAgent)
      },
    })
  setRenderer()
  return {
    setRenderer,
    findVariant(request) {
      const variant = findVariant(request)
      const page = variant === null ? null : cacheablePages.find(variant.url.split('?')[0] ?? '')
      return variant === null || page === null ? null : { ...variant, ...page }
    },
  }
}

type Rendering = { plugins: PagePlugins; getHandlers: () => Promise<Handlers> }

/** Renders from the variant alone, so that nothing else of a request can leak into the cache. */
async function renderCacheable(
  options: WebOptions,
  cacheOptions: PageCacheOptions,
  { plugins, getHandlers }: Rendering,
  { variant, request }: { variant: PageVariant; request: PageRequest | null },
): Promise<PageResponse> {
  const { handler, host } = await getHandlers()
  const { themeCookie, localeCookie } = host.cacheablePages
  const theme = variant.theme === '' ? '' : `; ${themeCookie}=${variant.theme}`
  const headers = { cookie: `${localeCookie}=${variant.locale}${theme}` }
  const calls: EndpointCall[] = []
  const hostRequest = hostRequestOf(
    {
      token: null,
      deviceToken: null,
      ip: request === null ? '' : cacheOptions.ipOf(request.request),
      userAgent: request?.request.headers['user-agent'] ?? '',
      requestId: request?.requestId ?? 'renewal',
      isSafeMode: false,
    },
    options,
    plugins,
  )
  const response = await handler(
    new Request(new URL(options.siteUrl()).origin + variant.url, { headers }),
    {
      ...hostRequest,
      async call(endpoint, input, locale, callOptions) {
        const envelope = await hostRequest.call(endpoint, input, locale, callOptions)
        calls.push({ path: endpoint.path, input, data: envelope.data })
        return envelope
      },
    },
  )
  // The slot is filled when the page is rendered again.
  if (hostRequest.plugins?.isIncomplete()) response.headers.set('cache-control', 'no-store')
  const { keys, newestTime } = collectFacts(calls, cacheOptions.selfContained)
  return {
    status: response.status,
    headers: {
      ...cacheableHeaders(response, options.siteUrl()),
      ...(cacheOptions.hasSurrogateKeys && response.status === 200
        ? { 'surrogate-key': surrogateKeyOf(keys) }
        : {}),
    },
    body: Buffer.from(await response.arrayBuffer()),
    keys,
    questionIds: calls.flatMap((call) => cacheOptions.viewedQuestionOf(call) ?? []),
    newestTime,
  }
}
