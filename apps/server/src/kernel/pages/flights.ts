import { readLatest } from '../reads.ts'
import type { SettingsStore } from '../settings.ts'
import { type Answer, type KeptPage, pack } from './kept-page.ts'
import type { PageStore } from './page-cache.ts'

export type Made = { answer: Answer; page: KeptPage | null }
type Flight = { since: number; made: Promise<Made> }
/** A renewal is of a page that was kept and is to be kept again. */
type Wish = { key: string; isRenewal: boolean; work: () => Promise<Answer> }
type Setup = { store: PageStore; settings: SettingsStore; now: () => number }

/** Pages that are being made, each once for all who wait for it. */
export function makeFlights({ store, settings, now }: Setup) {
  const flights = new Map<string, Flight>()

  /** Makes a page, and keeps it when it was asked for before; what is kept must not come from a replica. */
  async function make(flight: Flight, { key, isRenewal, work }: Wish): Promise<Made> {
    const circumstances = { key, madeAt: now(), settings: settings.version() }
    const isWanted = store.wasSeen(key) || isRenewal
    try {
      const answer = await (isWanted ? readLatest(work) : work())
      if (!isKeepable(answer) || !isWanted) return { answer, page: null }
      const page = await pack(answer, circumstances)
      const isSame = settings.version() === circumstances.settings
      if (isSame && store.holds(flight.since, page.tags)) store.keep(key, page)
      return { answer, page }
    } finally {
      if (flights.get(key) === flight) flights.delete(key)
    }
  }

  return {
    isMade: (key: string) => flights.has(key),
    start(wish: Wish): Promise<Made> {
      const flight: Flight = { since: store.turn(), made: Promise.resolve({} as Made) }
      flights.set(wish.key, flight)
      flight.made = make(flight, wish)
      return flight.made
    },
    /** What is being made already; null when it is not, or has changed since it was begun. */
    async join(key: string): Promise<Made | null> {
      const flight = flights.get(key)
      if (flight === undefined) return null
      const made = await flight.made
      const isGood = store.holds(flight.since, made.answer.tags)
      return isGood && !('set-cookie' in made.answer.headers) ? made : null
    },
  }
}

function isKeepable({ status, headers }: Answer) {
  return status === 200 && headers['cache-control'] !== 'no-store'
}
