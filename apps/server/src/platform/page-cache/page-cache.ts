import { allPagesKey } from '../../kernel/invalidation.ts'
import type { Pages } from '../../kernel/services.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Bus, SettingsStore } from '../../kernel/services.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Metrics } from '../process/metrics.ts'
import { type CachedPage, type PageResponse, sendCached } from './cached-page.ts'
import { openInvalidation } from './invalidation.ts'
import { createMemoryStore } from './memory-store.ts'
import type { FindVariant, PageVariant } from './page-variant.ts'
import { freshMs, type ServablePage } from './page-maker.ts'
import { createSingleFlight } from './single-flight.ts'
import type { StoredPages } from './stored-pages.ts'

/** Until then a page is served stale while it is revalidated in the background. */
const staleMs = 5 * 60_000
/** Until then a page is served stale when rendering it fails. */
const staleIfErrorMs = 24 * 60 * 60_000

const maxJoinAttempts = 3

export type PageRenderer = {
  /** Changes with everything that pages are rendered by: the program, the web build and what plugins are installed, enabled and configured. */
  buildId: string
  findVariant: FindVariant
  render(variant: PageVariant, request: PageRequest | null): Promise<PageResponse>
  /** Counts views of the questions on a page that was served without rendering. */
  onServed(page: Pick<CachedPage, 'questionIds'>, request: IncomingMessage): void
}

/** The request that a page is rendered for; null for a background revalidation. */
export type PageRequest = { request: IncomingMessage; requestId: string }

/** Caches pages for visitors in memory and on disk, with invalidation by the objects on them. */
export type PageCache = Pages & {
  /** Drops the pages of the former one. */
  setRenderer(renderer: PageRenderer): void
  /** Responds from memory if possible; false when the request must be handled otherwise. */
  tryServe(request: IncomingMessage, response: ServerResponse): boolean
  isRendering(variant: PageVariant): boolean
  getOrRender(variant: PageVariant, request: PageRequest): Promise<ServablePage>
  close(): Promise<void>
}

type Options = {
  bus: Bus
  settings: SettingsStore
  storedPages: StoredPages
  clock: Clock
  metrics: Metrics
  log: Logger
}

export function openPageCache(options: Options): PageCache {
  const { bus, settings, storedPages, clock, metrics, log } = options
  const memory = createMemoryStore()
  const now = () => clock.now().getTime()
  const singleFlight = createSingleFlight({ memory, storedPages, settings, now })
  const invalidation = openInvalidation({ bus, log, onInvalidate: memory.invalidate })
  const services: Services = {
    singleFlight,
    count: createCounter(metrics),
    logFailure: (error) => log.warn({ err: error }, 'page revalidation failed'),
    find: (variantKey) => findCurrent(memory.find(variantKey), settings, now()),
  }
  let renderer: PageRenderer | undefined

  return {
    setRenderer(newRenderer) {
      renderer = newRenderer
      memory.invalidate([allPagesKey])
      storedPages.start(newRenderer.buildId)
      invalidation.startHeartbeat()
    },
    tryServe(request, response) {
      const variant = renderer?.findVariant(request) ?? null
      const cached = variant === null ? null : services.find(variant.key)
      if (renderer === undefined || variant === null || cached === null) return false
      if (cached.age > staleMs) return false
      const isStale = cached.age > freshMs
      services.count(isStale ? 'stale' : 'kept')
      sendCached(request, response, cached.page, isStale ? 'stale' : 'hit')
      renderer.onServed(cached.page, request)
      if (isStale) revalidate(services, renderer, variant)
      return true
    },
    isRendering: ({ key }) => singleFlight.isRendering(key),
    async getOrRender(variant, request) {
      if (renderer === undefined) throw new Error('page cache has no renderer')
      return await getOrRender(services, renderer, variant, request)
    },
    async invalidate(keys) {
      const all = [...keys.now, ...keys.soon]
      if (all.length === 0) return
      memory.invalidate(all)
      invalidation.invalidateSoon(keys.soon)
      if (keys.now.size > 0) await invalidation.invalidateNow([...keys.now])
    },
    async close() {
      await invalidation.close()
      await storedPages.close()
    },
  }
}

/** Created once: looking up a counter by its labels costs as much as finding a page. */
function createCounter({ pages }: Metrics): Services['count'] {
  const counterOf = (from: MetricSource) => pages.labels({ from })
  const counters = {
    kept: counterOf('kept'),
    stale: counterOf('stale'),
    stored: counterOf('stored'),
    made: counterOf('made'),
    shared: counterOf('shared'),
  }
  return (from) => counters[from].inc()
}

function findCurrent(page: CachedPage | undefined, settings: SettingsStore, now: number) {
  return page?.settingsVersion === settings.version() ? { page, age: now - page.renderedAt } : null
}

/** Label values of the metric `stoa_pages_total`. */
type MetricSource = 'kept' | 'stale' | 'stored' | 'made' | 'shared'

type Services = {
  singleFlight: ReturnType<typeof createSingleFlight>
  find(variantKey: string): { page: CachedPage; age: number } | null
  count(from: MetricSource): void
  logFailure(error: unknown): void
}

function revalidate(
  { singleFlight, logFailure }: Services,
  renderer: PageRenderer,
  variant: PageVariant,
) {
  if (singleFlight.isRendering(variant.key)) return
  const task = { variant, isRenewal: true, render: () => renderer.render(variant, null) }
  singleFlight.start(task).catch(logFailure)
}

/** Null when nobody renders the page, or when it keeps being invalidated meanwhile. */
async function joinRender(
  { singleFlight, count }: Services,
  { onServed }: PageRenderer,
  { key }: PageVariant,
  { request }: PageRequest,
) {
  for (let attempt = 0; attempt < maxJoinAttempts && singleFlight.isRendering(key); attempt++) {
    const joined = await singleFlight.join(key)
    if (joined === null) continue
    count('shared')
    onServed(joined.page, request)
    return joined
  }
  return null
}

async function getOrRender(
  services: Services,
  renderer: PageRenderer,
  variant: PageVariant,
  request: PageRequest,
): Promise<ServablePage> {
  // It may have been cached while this request waited for a permit.
  const cached = services.find(variant.key)
  if (cached !== null && cached.age <= freshMs) return { kind: 'cached', page: cached.page }
  return (
    (await joinRender(services, renderer, variant, request)) ??
    (await render(services, renderer, variant, request))
  )
}

async function render(
  { singleFlight, find, count }: Services,
  renderer: PageRenderer,
  variant: PageVariant,
  request: PageRequest,
) {
  const old = find(variant.key)
  const result = await singleFlight.start({
    variant,
    isRenewal: false,
    render() {
      count('made')
      return renderer.render(variant, request)
    },
  })
  if (result.kind === 'stored' && result.isFromDisk) {
    count('stored')
    renderer.onServed(result.page, request.request)
  }
  const isFailure = result.kind === 'response' && result.page.status >= 500
  const canServeOld = isFailure && old !== null && old.age < staleIfErrorMs
  return canServeOld ? ({ kind: 'cached', page: old.page } as const) : result
}

/** For a process whose site is not installed. */
export const noPageCache: PageCache = {
  setRenderer() {},
  tryServe: () => false,
  isRendering: () => false,
  getOrRender() {
    throw new Error('page cache is not available before installation')
  },
  async invalidate() {},
  async close() {},
}
