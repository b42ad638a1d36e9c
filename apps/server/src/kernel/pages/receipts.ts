/** How often a process says that it keeps pages, and how long it is believed. */
export const hereMs = 2_000
const goneMs = 3 * hereMs
/** How long a change waits for a process that may have just died. */
const patienceMs = 1_000

type Waiting = { missing: Set<string>; done: () => void }

/** Who else keeps pages, and which changes they have not confirmed yet. */
export function makeReceipts() {
  const peers = new Map<string, number>()
  const waiting = new Map<string, Waiting>()
  return {
    isHere: (peer: string) => void peers.set(peer, Date.now()),
    confirm(receipt: string, peer: string) {
      const change = waiting.get(receipt)
      change?.missing.delete(peer)
      if (change?.missing.size === 0) change.done()
    },
    hasPeers: () => [...peers.values()].some((at) => Date.now() - at < goneMs),
    /** Waits until every process has confirmed; gives those that did not in time. */
    async await(receipt: string): Promise<string[]> {
      const alive = [...peers].filter(([, at]) => Date.now() - at < goneMs).map(([id]) => id)
      const missing = new Set(alive)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, patienceMs)
        const done = () => {
          clearTimeout(timer)
          resolve()
        }
        waiting.set(receipt, { missing, done })
        if (missing.size === 0) done()
      })
      waiting.delete(receipt)
      for (const id of missing) peers.delete(id)
      return [...missing]
    },
  }
}
