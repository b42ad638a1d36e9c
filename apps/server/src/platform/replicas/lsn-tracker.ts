/** Recent WAL LSNs of the primary, as seen from this process. */
export type LsnTracker = {
  /** The system identifier of the primary. */
  cluster: string | null
  record(cluster: string, lsn: bigint, at: number): void
  /** The LSN that a replica must have replayed to be as recent as `asOf`. */
  requiredLsn(asOf: number): bigint | null
  /** How long ago the first LSN was recorded that a replica has not replayed; 0 when there is none. */
  lagOf(replayedLsn: bigint, at: number): number
}

/** If the primary becomes unreachable, its last LSN stays required. */
export function createLsnTracker(retentionMs: number): LsnTracker {
  let history: { lsn: bigint; at: number }[] = []
  return {
    cluster: null,
    record(cluster, lsn, at) {
      this.cluster = cluster
      const oldest = history.findLastIndex((entry) => entry.at <= at - retentionMs)
      history = [...history.slice(Math.max(oldest, 0)), { lsn, at }]
    },
    requiredLsn(asOf) {
      return (history.findLast(({ at }) => at <= asOf) ?? history[0])?.lsn ?? null
    },
    lagOf(replayedLsn, at) {
      const firstMissing = history.find(({ lsn }) => lsn > replayedLsn)
      return firstMissing === undefined ? 0 : at - firstMissing.at
    },
  }
}
