import {
  createPageMaker,
  type MakerOptions,
  type RenderTask,
  type ServablePage,
} from './page-maker.ts'

type Flight = { startedAtVersion: number; result: Promise<ServablePage> }

/** Coalesces concurrent renders of a page (single-flight). */
export function createSingleFlight(options: MakerOptions) {
  const { memory } = options
  const makePage = createPageMaker(options)
  const flights = new Map<string, Flight>()

  async function run(flight: Flight, task: RenderTask): Promise<ServablePage> {
    try {
      return await makePage(task, flight.startedAtVersion)
    } finally {
      if (flights.get(task.variant.key) === flight) flights.delete(task.variant.key)
    }
  }

  return {
    isRendering: (variantKey: string) => flights.has(variantKey),
    start(task: RenderTask): Promise<ServablePage> {
      const flight: Flight = {
        startedAtVersion: memory.version(),
        result: Promise.resolve({} as ServablePage),
      }
      flights.set(task.variant.key, flight)
      flight.result = run(flight, task)
      return flight.result
    },
    /** Waits for a render in progress; null when there is none, or when it was invalidated meanwhile. */
    async join(variantKey: string): Promise<ServablePage | null> {
      const flight = flights.get(variantKey)
      if (flight === undefined) return null
      const result = await flight.result
      const isValid = memory.isValidSince(flight.startedAtVersion, result.page.keys)
      return isValid && !hasCookies(result) ? result : null
    },
  }
}

function hasCookies(result: ServablePage) {
  return result.kind === 'response' && 'set-cookie' in result.page.headers
}
