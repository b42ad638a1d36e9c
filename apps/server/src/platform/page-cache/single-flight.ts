import { readLatest } from '../replicas/read-routing.ts'
import type { SettingsStore } from '../../kernel/services.ts'
import { type CachedPage, encodePage, type PageResponse } from './cached-page.ts'
import type { PageStore } from './page-store.ts'

/** `page` is null when the response is not cached. */
export type RenderResult = { response: PageResponse; page: CachedPage | null }
type Flight = { startedAtVersion: number; result: Promise<RenderResult> }
type RenderTask = {
  variantKey: string
  /** Renews a cached page, so the result is cached however seldom it is requested. */
  isRenewal: boolean
  render: () => Promise<PageResponse>
}
type Options = { store: PageStore; settings: SettingsStore; now: () => number }

/** Coalesces concurrent renders of a page (single-flight). */
export function createSingleFlight({ store, settings, now }: Options) {
  const flights = new Map<string, Flight>()

  /** Caches a page from its second request on. Cached pages are never rendered from a replica. */
  async function run(flight: Flight, task: RenderTask): Promise<RenderResult> {
    const { variantKey, isRenewal, render } = task
    const details = { variantKey, renderedAt: now(), settingsVersion: settings.version() }
    const shouldCache = store.recordRequest(variantKey) || isRenewal
    try {
      const response = await (shouldCache ? readLatest(render) : render())
      if (!isCacheable(response) || !shouldCache) return { response, page: null }
      const page = await encodePage(response, details)
      const hasSameSettings = settings.version() === details.settingsVersion
      if (hasSameSettings && store.isValidSince(flight.startedAtVersion, page.keys))
        store.save(page)
      return { response, page }
    } finally {
      if (flights.get(variantKey) === flight) flights.delete(variantKey)
    }
  }

  return {
    isRendering: (variantKey: string) => flights.has(variantKey),
    start(task: RenderTask): Promise<RenderResult> {
      const flight: Flight = {
        startedAtVersion: store.version(),
        result: Promise.resolve({} as RenderResult),
      }
      flights.set(task.variantKey, flight)
      flight.result = run(flight, task)
      return flight.result
    },
    /** Waits for a render in progress; null when there is none, or when it was invalidated meanwhile. */
    async join(variantKey: string): Promise<RenderResult | null> {
      const flight = flights.get(variantKey)
      if (flight === undefined) return null
      const result = await flight.result
      const isValid = store.isValidSince(flight.startedAtVersion, result.response.keys)
      return isValid && !('set-cookie' in result.response.headers) ? result : null
    },
  }
}

function isCacheable({ status, headers }: PageResponse) {
  return status === 200 && headers['cache-control'] !== 'no-store'
}
