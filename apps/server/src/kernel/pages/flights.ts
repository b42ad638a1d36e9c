import type { SettingsStore } from '../settings.ts'
import { type Answer, type KeptPage, pack } from './kept-page.ts'
import type { PageStore } from './page-cache.ts'

export type Made = { answer: Answer; page: KeptPage | null }
type Flight = { since: number; readers: number; made: Promise<Made> }
type Setup = { store: PageStore; settings: SettingsStore; now: () => number }

/** Pages that are being made, each once for all who wait for it. */
export function makeFlights({ store, settings, now }: Setup) {
  const flights = new Map<string, Flight>()

  /** Makes a page, and keeps it when it was asked for before or others wait for it. */
  async function make(key: string, flight: Flight, work: () => Promise<Answer>): Promise<Made> {
    const circumstances = { key, madeAt: now(), settings: settings.version() }
    const wasSeen = store.wasSeen(key)
    try {
      const answer = await work()
      if (!isKeepable(answer) || !(wasSeen || flight.readers !== 1)) return { answer, page: null }
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
    /** With nobody who waits for it: a page that was kept and is to be kept again. */
    start(key: string, readers: 0 | 1, work: () => Promise<Answer>): Promise<Made> {
      const flight: Flight = { since: store.turn(), readers, made: Promise.resolve({} as Made) }
      flights.set(key, flight)
      flight.made = make(key, flight, work)
      return flight.made
    },
    /** What is being made already; null when it is not, or has changed since it was begun. */
    async join(key: string): Promise<Made | null> {
      const flight = flights.get(key)
      if (flight === undefined) return null
      flight.readers++
      const made = await flight.made
      const isGood = store.holds(flight.since, made.answer.tags)
      return isGood && !('set-cookie' in made.answer.headers) ? made : null
    },
  }
}

function isKeepable({ status, headers }: Answer) {
  return status === 200 && headers['cache-control'] !== 'no-store'
}
