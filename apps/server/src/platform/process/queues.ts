import type { MissedSearchQueue, ViewQueue } from '../../kernel/services.ts'

/** What a process collects in memory and writes in batches. */
export function openQueues(): { viewQueue: ViewQueue; missedSearchQueue: MissedSearchQueue } {
  return {
    viewQueue: { views: new Map(), flushing: Promise.resolve() },
    missedSearchQueue: { searches: new Map(), flushing: Promise.resolve() },
  }
}
