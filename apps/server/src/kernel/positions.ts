/** Where the primary's log stood, as seen from this process. */
export type Positions = {
  /** Which cluster the primary is, as PostgreSQL calls it. */
  cluster: string | null
  see(cluster: string, position: bigint, at: number): void
  /** What a replica must have replayed to be no further behind than this moment. */
  required(asOf: number): bigint | null
  /** How long ago the first position was seen that a replica has not reached; zero when there is none. */
  lagOf(reached: bigint, at: number): number
}

/** Remembers positions for a while. If the primary no longer answers, the last one stays what is asked for. */
export function makePositions(keepMs: number): Positions {
  let seen: { position: bigint; at: number }[] = []
  return {
    cluster: null,
    see(cluster, position, at) {
      this.cluster = cluster
      const oldest = seen.findLastIndex((one) => one.at <= at - keepMs)
      seen = [...seen.slice(Math.max(oldest, 0)), { position, at }]
    },
    required(asOf) {
      return (seen.findLast(({ at }) => at <= asOf) ?? seen[0])?.position ?? null
    },
    lagOf(reached, at) {
      const missing = seen.find(({ position }) => position > reached)
      return missing === undefined ? 0 : at - missing.at
    },
  }
}
