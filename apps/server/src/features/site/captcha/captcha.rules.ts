import type { CaptchaAction } from '@stoa/contract/captcha'
import type { Outcome } from '../../../kernel/route.ts'

const second = 1_000
const halfHour = 1_800 * second

type Policy = {
  /** With `user`, visitors are counted by network. */
  by: 'network' | 'user'
  counts: 'attempts' | 'successes' | 'failures'
  /** Requires a captcha after this many. */
  threshold: number
  /** The count restarts after this long without an action. */
  windowMs: number
  /** Also requires a captcha sooner than this after the last action. */
  minIntervalMs?: number
}

export const policies: Record<CaptchaAction, Policy> = {
  // Half of the hourly rate limit, so that the captcha comes first.
  email: { by: 'network', counts: 'attempts', threshold: 10, windowMs: halfHour },
  password: { by: 'network', counts: 'failures', threshold: 3, windowMs: halfHour },
  edit_userinfo: { by: 'user', counts: 'failures', threshold: 3, windowMs: halfHour },
  question: withMinInterval('successes', 10, 5),
  answer: withMinInterval('successes', 10, 5),
  comment: withMinInterval('attempts', 30, 1),
  edit: { by: 'user', counts: 'successes', threshold: 10, windowMs: halfHour },
  invitation_answer: { by: 'user', counts: 'successes', threshold: 30, windowMs: halfHour },
  search: { by: 'user', counts: 'attempts', threshold: 20, windowMs: 60 * second },
  report: withMinInterval('attempts', 30, 1),
  delete: withMinInterval('attempts', 5, 5),
  vote: { by: 'user', counts: 'attempts', threshold: 40, windowMs: halfHour },
}

function withMinInterval(
  counts: Policy['counts'],
  threshold: number,
  minIntervalSeconds: number,
): Policy {
  return {
    by: 'user',
    counts,
    threshold,
    windowMs: halfHour,
    minIntervalMs: minIntervalSeconds * second,
  }
}

/** While it is failing, the site uses its own captcha. Long enough that an outage of a service does not disable the plugin. */
export const pluginPauseMs = 120 * second

export function isPluginFailing(failures: PreviousActions, now: Date): boolean {
  return failures.lastAt !== null && now.getTime() - failures.lastAt.getTime() < pluginPauseMs
}

/** `count` is the number within the window. */
export type PreviousActions = { count: number; lastAt: Date | null }

export function isCaptchaRequired(
  { threshold, windowMs, minIntervalMs }: Policy,
  previous: PreviousActions,
  now: Date,
): boolean {
  if (previous.lastAt === null) return threshold === 0
  const elapsedMs = now.getTime() - previous.lastAt.getTime()
  if (minIntervalMs !== undefined && elapsedMs <= minIntervalMs) return true
  return (elapsedMs <= windowMs ? previous.count : 0) >= threshold
}

export function isCounted({ counts }: Policy, outcome: Outcome): boolean {
  if (counts === 'attempts') return true
  return outcome === (counts === 'successes' ? 'done' : 'rejected')
}
