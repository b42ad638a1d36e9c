import { listPagesKey } from '../../kernel/invalidation.ts'
import { readLatest } from '../replicas/read-routing.ts'
import type { SettingsStore } from '../../kernel/services.ts'
import { type CachedPage, encodePage, type PageResponse } from './cached-page.ts'
import type { MemoryStore } from './memory-store.ts'
import type { PageVariant } from './page-variant.ts'
import { decompressPage, type StoredPage, toStoredPage } from './stored-page.ts'
import type { StoredPages, StoreTicket } from './stored-pages.ts'

/** Until then a cached page is served without revalidation. */
export const freshMs = 60_000

/** A page in the form that is cheapest to send. */
export type ServablePage =
  | { kind: 'cached'; page: CachedPage }
  | { kind: 'stored'; page: StoredPage; isFromDisk: boolean }
  | { kind: 'response'; page: PageResponse }

export type RenderTask = {
  variant: PageVariant
  /** Renews a cached page, so the result is cached however seldom it is requested. */
  isRenewal: boolean
  render: () => Promise<PageResponse>
}

export type MakerOptions = {
  memory: MemoryStore
  storedPages: StoredPages
  settings: SettingsStore
  now: () => number
}

type RenderDetails = Pick<CachedPage, 'variantKey' | 'renderedAt' | 'settingsVersion'>
type Attempt = RenderTask & {
  details: RenderDetails
  /** The version of the memory when it started. */
  version: number
  shouldCache: boolean
  shouldStore: boolean
}

/** Reads a page from disk or renders it. Caches it in memory from its second request on. */
export function createPageMaker(options: MakerOptions) {
  const { memory, storedPages, settings, now } = options
  return async (task: RenderTask, version: number): Promise<ServablePage> => {
    const { variant, isRenewal } = task
    const attempt: Attempt = {
      ...task,
      details: { variantKey: variant.key, renderedAt: now(), settingsVersion: settings.version() },
      version,
      shouldCache: memory.recordRequest(variant.key) || isRenewal,
      shouldStore: variant.isStorable && !isRenewal,
    }
    const stored = attempt.shouldStore ? await storedPages.find(variant.key) : null
    if (stored === null) return await render(options, attempt)
    if (attempt.shouldCache) await promote(options, attempt, stored)
    return { kind: 'stored', page: stored, isFromDisk: true }
  }
}

async function promote(options: MakerOptions, attempt: Attempt, stored: StoredPage) {
  const { details } = attempt
  const body = await decompressPage(stored)
  const response = { ...stored, status: 200, body, newestTime: null }
  // The next request revalidates it: its view count and its related questions may be old.
  const dueDetails = { ...details, renderedAt: details.renderedAt - freshMs - 1 }
  saveInMemory(options, attempt, await encodePage(response, dueDetails, stored.brotli))
}

/** Pages for more than one request are never rendered from a replica. */
async function render(options: MakerOptions, attempt: Attempt): Promise<ServablePage> {
  const { details, shouldCache, shouldStore } = attempt
  const ticket = shouldStore ? await options.storedPages.openTicket() : null
  const isReused = shouldCache || ticket !== null
  const response = await (isReused ? readLatest(attempt.render) : attempt.render())
  if (!isReused || !isCacheable(response)) return { kind: 'response', page: response }
  const stored = ticket === null ? null : await saveOnDisk(options, attempt, response, ticket)
  if (shouldCache) {
    const page = await encodePage(response, details, stored?.brotli)
    saveInMemory(options, attempt, page)
    return { kind: 'cached', page }
  }
  if (stored !== null) return { kind: 'stored', page: stored, isFromDisk: false }
  return { kind: 'response', page: response }
}

function saveInMemory({ memory, settings }: MakerOptions, attempt: Attempt, page: CachedPage) {
  if (hasSameSettings(settings, attempt) && memory.isValidSince(attempt.version, page.keys))
    memory.save(page)
}

async function saveOnDisk(
  { storedPages, settings }: MakerOptions,
  attempt: Attempt,
  response: PageResponse,
  ticket: StoreTicket,
) {
  if (response.keys.includes(listPagesKey)) return null
  const page = await toStoredPage(response, { ...attempt.details, snapshot: ticket.snapshot })
  if (page !== null && hasSameSettings(settings, attempt)) storedPages.save(page, ticket)
  return page
}

const hasSameSettings = (settings: SettingsStore, { details }: Attempt) =>
  settings.version() === details.settingsVersion

function isCacheable({ status, headers }: PageResponse) {
  return status === 200 && headers['cache-control'] !== 'no-store'
}
