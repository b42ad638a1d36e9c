import { type ReadLimitName, readLimits } from '@stoa/contract/limits'
import { createRecentEntries } from '../cache/recent-entries.ts'

const maxReaders = 50_000

export type Reader = { kind: ReadLimitName; subject: string }

/** Token buckets in process memory, stored as the time at which a bucket is full again (GCRA). */
export function createReadLimits(now: () => number) {
  const fullAt = createRecentEntries<number>(maxReaders)

  /** Returns 0, or the seconds to wait when there are too few points; then it takes none. */
  return function take({ kind, subject }: Reader, cost: number): number {
    const { points, seconds } = readLimits[kind]
    const windowMs = seconds * 1000
    const key = `${kind} ${subject}`
    const time = now()
    // Capped at one window, because the clock may have been set back.
    const current = Math.min(Math.max(fullAt.get(key) ?? 0, time), time + windowMs)
    const next = current + (cost * windowMs) / points
    const waitMs = next - time - windowMs
    fullAt.set(key, waitMs > 0 ? current : next)
    return Math.max(0, Math.ceil(waitMs / 1000))
  }
}
