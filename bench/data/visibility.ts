import { questionStatuses } from '@stoa/contract/features/questions'
import { randomOf } from './random.ts'
import type { Scale } from './scale.ts'

/** What became of a question: most are open, some are closed, deleted, pending or not listed. */
export function fateOf({ seed, busy }: Scale, n: number) {
  const chance = randomOf(seed ^ 0x77f1, n).next()
  const { open, closed, deleted, pending } = questionStatuses
  const at = (status: number, isListed = true) => ({ status, isListed })
  if (n === busy || chance < 0.93) return at(open)
  if (chance < 0.95) return at(closed)
  if (chance < 0.985) return at(deleted)
  if (chance < 0.99) return at(pending)
  return at(open, false)
}

/** Whether it is in no list, so that its links and its tags do not count. */
export function isHidden(scale: Scale, n: number) {
  const { status, isListed } = fateOf(scale, n)
  return !isListed || isGone(status)
}

/** Deleted or pending: seen by few, and nobody has done anything to it. */
export const isGone = (status: number) =>
  status === questionStatuses.deleted || status === questionStatuses.pending
