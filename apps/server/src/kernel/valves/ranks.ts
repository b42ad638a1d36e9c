/** Who goes first. A member's write is refused last, a crawler first. */
export const ranks = ['writer', 'member', 'visitor', 'crawler'] as const
export type Rank = (typeof ranks)[number]

type Policy = {
  /** The longest wait; who would have to wait longer is refused at once. */
  patienceMs: number
  /** How many may wait of this rank and those before it. */
  mostWaiting: number
  /** When to come back, in seconds; spread, so that not all come back at once. */
  retryAfter: { from: number; to: number }
}

export const policies: Readonly<Record<Rank, Policy>> = {
  writer: { patienceMs: 20_000, mostWaiting: 1_000, retryAfter: { from: 2, to: 5 } },
  member: { patienceMs: 4_000, mostWaiting: 800, retryAfter: { from: 2, to: 5 } },
  visitor: { patienceMs: 2_000, mostWaiting: 600, retryAfter: { from: 5, to: 10 } },
  crawler: { patienceMs: 2_000, mostWaiting: 200, retryAfter: { from: 60, to: 120 } },
}
