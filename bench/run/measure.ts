import { countCpu } from './cpu.ts'
import type { Load, LoadResult } from './wrk.ts'

/** A side of a comparison: how to load it, and the processes whose CPU time counts. */
export type Side = {
  name: string
  database: string
  pids: readonly number[]
  load(options: Load): Promise<LoadResult>
}

/** Results of one side by round. */
export type Measurements = { name: string; cpu: number[]; perSecond: number[]; failed: number }

export type Rounds = { rounds: number; seconds: number; warmUpLimit?: WarmUp }
/** Ends after this many requests or seconds, whichever comes first. */
type WarmUp = { requests: number; seconds: number }

/** Alternates between sides, so that other load on the machine affects both. */
export async function measure(
  sides: readonly Side[],
  { rounds, seconds, warmUpLimit = { requests: 1_000, seconds: 12 } }: Rounds,
) {
  const results = sides.map(({ name }): Measurements => ({
    name,
    cpu: [],
    perSecond: [],
    failed: 0,
  }))
  const perSecond: number[] = []
  for (const side of sides) perSecond.push(await warmUp(side, warmUpLimit))
  const connections = connectionsFor(Math.min(...perSecond) * seconds)
  for (let round = 0; round < rounds; round++) {
    for (const [index, side] of sides.entries()) {
      const readCpu = countCpu(side.pids, side.database)
      const { requests, seconds: elapsed, failed } = await side.load({ seconds, connections })
      const result = results[index]
      if (result === undefined || requests === 0)
        throw new Error(`${side.name} returned no responses`)
      result.cpu.push(readCpu() / requests)
      result.perSecond.push(requests / elapsed)
      result.failed += failed
    }
  }
  return results
}

/** Until code is compiled and caches are filled. Returns the requests of the last second. */
async function warmUp(side: Side, warmUpLimit: WarmUp) {
  let requests = 0
  let lastRequests = 0
  for (let second = 0; second < warmUpLimit.seconds && requests < warmUpLimit.requests; second++) {
    lastRequests = (await side.load({ seconds: 1, connections: 4 })).requests
    requests += lastRequests
  }
  return lastRequests
}

/** Requests in flight at the end of a round cost time but are not counted, so they must be few. */
function connectionsFor(requests: number) {
  return Math.max(1, Math.min(16, Math.floor(requests / 50)))
}

export type Ratio = { median: number; low: number; high: number }

/** Per round, because a slow phase affects both sides of a ratio. */
export function ratioOf(values: readonly number[], reference: readonly number[]): Ratio {
  const ratios = values.map((value, round) => value / (reference[round] ?? Number.NaN))
  return {
    median: quantile(ratios, 0.5),
    low: quantile(ratios, 0.1),
    high: quantile(ratios, 0.9),
  }
}

export function quantile(values: readonly number[], q: number) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}
