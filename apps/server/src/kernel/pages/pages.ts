import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { Metrics } from '../metrics.ts'
import type { SettingsStore } from '../settings.ts'
import { openDrops } from './drops.ts'
import { makeFlights } from './flights.ts'
import { type Answer, type KeptPage, sendKept } from './kept-page.ts'
import { makePageStore } from './page-cache.ts'
import type { FindAddress, SharedAddress } from './page-key.ts'

/** Until then a page is as good as new; until `staleMs` it is shown while one reader's worth of work renews it. */
const freshMs = 60_000
const staleMs = 5 * 60_000
/** A page that cannot be made anew is better old than not at all. */
const lastResortMs = 24 * 60 * 60_000

const mostRounds = 3

/** How pages are made, once there are any. */
export type PageMaker = {
  findAddress: FindAddress
  make(address: SharedAddress, reader: Reader): Promise<Answer>
  /** A kept page was shown: its questions have one reader more. */
  shown(page: Pick<KeptPage, 'questionIds'>, request: IncomingMessage): void
}

/** Who a page is made for first; null is nobody, when it is only renewed. */
export type Reader = { request: IncomingMessage; requestId: string } | null

type Touched = { now: ReadonlySet<string>; soon: ReadonlySet<string> }

export type Pages = {
  usePages(maker: PageMaker): void
  /** Answers from memory if it can; false when the request must be worked on. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** Whether a page is being made just now. */
  isMade(address: SharedAddress): boolean
  /** The page for a shared address: made once for all who wait for it. */
  get(address: SharedAddress, reader: NonNullable<Reader>): Promise<KeptPage | Answer>
  drop(touched: Touched): Promise<void>
  close(): Promise<void>
}

type Parts = { bus: Bus; settings: SettingsStore; clock: Clock; metrics: Metrics; log: Logger }

export function openPages({ bus, settings, clock, metrics, log }: Parts): Pages {
  const store = makePageStore()
  const now = () => clock.now().getTime()
  const flights = makeFlights({ store, settings, now })
  const drops = openDrops({ bus, log, drop: store.drop })
  const counters = countersOf(metrics)
  const shelf: Shelf = {
    flights,
    count: (from) => counters[from].inc(),
    failed: (error) => log.warn({ err: error }, 'a page was not renewed'),
    find: (key) => findCurrent(store.find(key), settings, now()),
  }
  let maker: PageMaker | undefined

  return {
    usePages(given) {
      maker = given
      drops.announce()
    },
    answer(request, response) {
      const address = maker?.findAddress(request) ?? null
      const found = address === null ? null : shelf.find(address.key)
      if (maker === undefined || address === null || found === null) return false
      if (found.age > staleMs) return false
      const isStale = found.age > freshMs
      shelf.count(isStale ? 'stale' : 'kept')
      sendKept(request, response, found.page, isStale ? 'stale' : 'hit')
      maker.shown(found.page, request)
      if (isStale) renew(shelf, maker, address)
      return true
    },
    isMade: ({ key }) => flights.isMade(key),
    async get(address, reader) {
      if (maker === undefined) throw new Error('there are no pages yet')
      // Others may have made it while this reader waited for a turn.
      const found = shelf.find(address.key)
      if (found !== null && found.age <= freshMs) return found.page
      return (
        (await joinOthers(shelf, maker, address, reader)) ?? makeNow(shelf, maker, address, reader)
      )
    },
    async drop(touched) {
      const all = [...touched.now, ...touched.soon]
      if (all.length === 0) return
      store.drop(all)
      drops.tellSoon(touched.soon)
      if (touched.now.size > 0) await drops.tellNow([...touched.now])
    },
    close: () => drops.close(),
  }
}

/** Found once: looking a counter up by its labels costs as much as finding a page. */
function countersOf({ pages }: Metrics) {
  const of = (from: PageOrigin) => pages.labels({ from })
  return { kept: of('kept'), stale: of('stale'), made: of('made'), shared: of('shared') }
}

function findCurrent(page: KeptPage | undefined, settings: SettingsStore, now: number) {
  return page?.settings === settings.version() ? { page, age: now - page.madeAt } : null
}

type PageOrigin = 'kept' | 'stale' | 'made' | 'shared'

type Shelf = {
  flights: ReturnType<typeof makeFlights>
  find(key: string): { page: KeptPage; age: number } | null
  count(from: PageOrigin): void
  failed(error: unknown): void
}

/** Makes a page again that is being shown, once at a time. */
function renew({ flights, failed }: Shelf, maker: PageMaker, address: SharedAddress) {
  if (flights.isMade(address.key)) return
  const work = () => maker.make(address, null)
  flights.start({ key: address.key, isRenewal: true, work }).catch(failed)
}

/** Waits with those who wait for the same page; null when nobody does, or it changes while it is made. */
async function joinOthers(
  { flights, count }: Shelf,
  { shown }: PageMaker,
  { key }: SharedAddress,
  reader: NonNullable<Reader>,
) {
  for (let round = 0; round < mostRounds && flights.isMade(key); round++) {
    const joined = await flights.join(key)
    if (joined === null) continue
    count('shared')
    shown(joined.answer, reader.request)
    return joined.page ?? joined.answer
  }
  return null
}

async function makeNow(
  { flights, find, count }: Shelf,
  maker: PageMaker,
  address: SharedAddress,
  reader: NonNullable<Reader>,
) {
  const old = find(address.key)
  count('made')
  const work = () => maker.make(address, reader)
  const { answer, page } = await flights.start({ key: address.key, isRenewal: false, work })
  const helps = answer.status >= 500 && old !== null && old.age < lastResortMs
  return helps ? old.page : (page ?? answer)
}

/** Where nothing is installed yet there is nothing to keep. */
export const noPages: Pages = {
  usePages() {},
  answer: () => false,
  isMade: () => false,
  get() {
    throw new Error('pages are not kept before there is a site')
  },
  async drop() {},
  async close() {},
}
