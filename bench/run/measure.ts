import { countCpu } from './cpu.ts'
import type { Load, Loaded } from './wrk.ts'

/** One of the two that are compared: how to load it, and whose time counts. */
export type Side = {
  name: string
  database: string
  pids: readonly number[]
  load(how: Load): Promise<Loaded>
}

/** What one side took in each round. */
export type Measured = { name: string; cpu: number[]; perSecond: number[]; refused: number }

export type Rounds = { rounds: number; seconds: number; warm?: Warm }
/** As many requests, or seconds, whichever comes first. */
type Warm = { requests: number; seconds: number }

/** In turns, A, B, A, B, so that whatever else the machine does happens to both. */
export async function measure(
  sides: readonly Side[],
  { rounds, seconds, warm = { requests: 1_000, seconds: 12 } }: Rounds,
) {
  const measured = sides.map(({ name }): Measured => ({ name, cpu: [], perSecond: [], refused: 0 }))
  const perSecond: number[] = []
  for (const side of sides) perSecond.push(await warmUp(side, warm))
  const connections = connectionsFor(Math.min(...perSecond) * seconds)
  for (let round = 0; round < rounds; round++) {
    for (const [index, side] of sides.entries()) {
      const used = countCpu(side.pids, side.database)
      const { requests, seconds: took, refused } = await side.load({ seconds, connections })
      const result = measured[index]
      if (result === undefined || requests === 0) throw new Error(`${side.name} answered nothing`)
      result.cpu.push(used() / requests)
      result.perSecond.push(requests / took)
      result.refused += refused
    }
  }
  return measured
}

/** Until the code is compiled and the caches are filled, or it has taken long enough; how many it answers in a second. */
async function warmUp(side: Side, warm: Warm) {
  let requests = 0
  let last = 0
  for (let second = 0; second < warm.seconds && requests < warm.requests; second++) {
    last = (await side.load({ seconds: 1, connections: 4 })).requests
    requests += last
  }
  return last
}

/** What is under way when a round ends has cost time and is not counted: that must be a small part. */
function connectionsFor(requests: number) {
  return Math.max(1, Math.min(16, Math.floor(requests / 50)))
}

export type Ratio = { median: number; low: number; high: number }

/** Round by round, then the middle: a slow minute hits both numbers of a ratio. */
export function ratioOf(ours: readonly number[], theirs: readonly number[]): Ratio {
  const ratios = ours.map((value, round) => value / (theirs[round] ?? Number.NaN))
  return {
    median: quantile(ratios, 0.5),
    low: quantile(ratios, 0.1),
    high: quantile(ratios, 0.9),
  }
}

export function quantile(values: readonly number[], at: number) {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? Number.NaN
}
