import type { JobQueues } from '@stoa/contract/features/operations'

type Failed = JobQueues['failed'][number]

export type FailedQueue = {
  queue: string
  count: number
  lastFailedAt: number
  errors: Pick<Failed, 'error' | 'count'>[]
}

/** Jobs are retried and discarded by queue, whatever their errors. Keeps the order. */
export function groupByQueue(failed: readonly Failed[]): FailedQueue[] {
  return [...Map.groupBy(failed, ({ queue }) => queue)].map(([queue, groups]) => ({
    queue,
    count: groups.reduce((sum, { count }) => sum + count, 0),
    lastFailedAt: Math.max(...groups.map((group) => group.last_failed_at)),
    errors: groups.map(({ error, count }) => ({ error, count })),
  }))
}
