import { type ReaderKind, readLimits } from '@stoa/contract/limits'
import { LRUCache } from 'lru-cache'

const mostReaders = 50_000

export type Reader = { kind: ReaderKind; subject: string }

/**
 * A token bucket for each reader, in memory: it runs for every request and must cost next to nothing. Kept as the time
 * at which the bucket is full again (GCRA).
 */
export function makeReadLimits(now: () => number) {
  const fullAt = new LRUCache<string, number>({ max: mostReaders })

  /** Takes points; when there are too few it takes none and returns the seconds to wait. */
  return function take({ kind, subject }: Reader, cost: number): number {
    const { points, seconds } = readLimits[kind]
    const windowMs = seconds * 1000
    const key = `${kind} ${subject}`
    const time = now()
    // Never further away than from empty to full: the clock may have been set back.
    const current = Math.min(Math.max(fullAt.get(key) ?? 0, time), time + windowMs)
    const next = current + (cost * windowMs) / points
    const waitMs = next - time - windowMs
    fullAt.set(key, waitMs > 0 ? current : next)
    return Math.max(0, Math.ceil(waitMs / 1000))
  }
}
