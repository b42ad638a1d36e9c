import type { ChallengeAction } from '@stoa/contract/challenge'
import type { Outcome } from '../../kernel/challenge.ts'

const second = 1_000
const halfHour = 1_800 * second

type Policy = {
  /** Whose doings are counted together. A visitor is counted by address where a person would be by name. */
  by: 'address' | 'user'
  counts: 'attempts' | 'successes' | 'failures'
  /** Asks for a challenge after this many. */
  after: number
  /** Counting starts again once nothing was done for this long. */
  windowMs: number
  /** Also asks when the last one is not longer ago than this. */
  pauseMs?: number
}

/** When doing something often asks for a challenge. */
export const policies: Record<ChallengeAction, Policy> = {
  // Half of what an address may do in an hour: a challenge comes before the limit does.
  email: { by: 'address', counts: 'attempts', after: 10, windowMs: halfHour },
  password: { by: 'address', counts: 'failures', after: 3, windowMs: halfHour },
  edit_userinfo: { by: 'user', counts: 'failures', after: 3, windowMs: halfHour },
  question: often('successes', 10, 5),
  answer: often('successes', 10, 5),
  comment: often('attempts', 30, 1),
  edit: { by: 'user', counts: 'successes', after: 10, windowMs: halfHour },
  invitation_answer: { by: 'user', counts: 'successes', after: 30, windowMs: halfHour },
  search: { by: 'user', counts: 'attempts', after: 20, windowMs: 60 * second },
  report: often('attempts', 30, 1),
  delete: often('attempts', 5, 5),
  vote: { by: 'user', counts: 'attempts', after: 40, windowMs: halfHour },
}

function often(counts: Policy['counts'], after: number, pauseSeconds: number): Policy {
  return { by: 'user', counts, after, windowMs: halfHour, pauseMs: pauseSeconds * second }
}

/** What was done before now: how often within the window, and when last. */
export type Past = { count: number; lastAt: Date | null }

/** Whether the next one asks for a challenge. */
export function isDue({ after, windowMs, pauseMs }: Policy, past: Past, now: Date): boolean {
  if (past.lastAt === null) return after === 0
  const agoMs = now.getTime() - past.lastAt.getTime()
  if (pauseMs !== undefined && agoMs <= pauseMs) return true
  return (agoMs <= windowMs ? past.count : 0) >= after
}

export function isCounted({ counts }: Policy, outcome: Outcome): boolean {
  if (counts === 'attempts') return true
  return outcome === (counts === 'successes' ? 'done' : 'refused')
}
