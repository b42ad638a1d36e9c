/** Highest first: under load a crawler is rejected first and a member's write last. */
export const priorities = ['writer', 'member', 'visitor', 'crawler'] as const
export type Priority = (typeof priorities)[number]

type Policy = {
  /** A request that would wait longer is rejected at once. */
  maxWaitMs: number
  /** Counts requests of this priority and higher ones. */
  maxWaiting: number
  /** Range of the Retry-After header in seconds, so that clients do not all retry at once. */
  retryAfter: { min: number; max: number }
}

export const policies: Readonly<Record<Priority, Policy>> = {
  writer: { maxWaitMs: 20_000, maxWaiting: 1_000, retryAfter: { min: 2, max: 5 } },
  member: { maxWaitMs: 4_000, maxWaiting: 800, retryAfter: { min: 2, max: 5 } },
  visitor: { maxWaitMs: 2_000, maxWaiting: 600, retryAfter: { min: 5, max: 10 } },
  crawler: { maxWaitMs: 2_000, maxWaiting: 200, retryAfter: { min: 60, max: 120 } },
}
