import { questionStatuses } from '@stoa/contract/features/questions'
import { createRandom } from './random.ts'
import type { Scale } from './scale.ts'

/** Most questions are open; some are closed, deleted, pending or unlisted. */
export function stateOf({ seed, busy }: Scale, n: number) {
  const chance = createRandom(seed ^ 0x77f1, n).next()
  const { open, closed, deleted, pending } = questionStatuses
  const state = (status: number, isListed = true) => ({ status, isListed })
  if (n === busy || chance < 0.93) return state(open)
  if (chance < 0.95) return state(closed)
  if (chance < 0.985) return state(deleted)
  if (chance < 0.99) return state(pending)
  return state(open, false)
}

/** Hidden questions do not count for links and tags. */
export function isHidden(scale: Scale, n: number) {
  const { status, isListed } = stateOf(scale, n)
  return !isListed || isHiddenStatus(status)
}

/** Deleted or pending questions have no answers, votes or comments. */
export const isHiddenStatus = (status: number) =>
  status === questionStatuses.deleted || status === questionStatuses.pending
