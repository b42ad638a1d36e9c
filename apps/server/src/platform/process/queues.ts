import type { MissedSearchQueue, SearchPauses, ViewQueue } from '../../kernel/services.ts'

type Queues = {
  viewQueue: ViewQueue
  missedSearchQueue: MissedSearchQueue
  searchPauses: SearchPauses
}

/** What features keep in the memory of a process: mostly what they collect and write in batches. */
export function openQueues(): Queues {
  return {
    viewQueue: { views: new Map(), flushing: Promise.resolve() },
    missedSearchQueue: { searches: new Map(), flushing: Promise.resolve() },
    searchPauses: { find: { until: 0, failures: 0 }, change: { until: 0, failures: 0 } },
  }
}
