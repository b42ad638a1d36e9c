export const heartbeatMs = 2_000
const peerTimeoutMs = 3 * heartbeatMs
/** How long a write waits for a process that may have just died. */
const maxWaitMs = 1_000

type PendingAcknowledgment = { missing: Set<string>; onComplete: () => void }

/** Tracks the other processes with a page cache and the invalidations they have not acknowledged. */
export function createAcknowledgments() {
  const lastSeen = new Map<string, number>()
  const pending = new Map<string, PendingAcknowledgment>()
  const isAlive = (seenAt: number) => Date.now() - seenAt < peerTimeoutMs
  return {
    recordHeartbeat: (peer: string) => void lastSeen.set(peer, Date.now()),
    acknowledge(id: string, peer: string) {
      const invalidation = pending.get(id)
      invalidation?.missing.delete(peer)
      if (invalidation?.missing.size === 0) invalidation.onComplete()
    },
    hasPeers: () => [...lastSeen.values()].some(isAlive),
    /** Resolves when every peer has acknowledged, with the peers that did not in time. */
    async waitForAll(id: string): Promise<string[]> {
      const alive = [...lastSeen].filter(([, seenAt]) => isAlive(seenAt)).map(([peer]) => peer)
      const missing = new Set(alive)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, maxWaitMs)
        const onComplete = () => {
          clearTimeout(timer)
          resolve()
        }
        pending.set(id, { missing, onComplete })
        if (missing.size === 0) onComplete()
      })
      pending.delete(id)
      for (const peer of missing) lastSeen.delete(peer)
      return [...missing]
    },
  }
}
