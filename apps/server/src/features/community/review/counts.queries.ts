import { type ReviewQueue, reviewQueues } from '@stoa/contract/features/review'
import type { ReadDb } from '../../../kernel/database.ts'
import { canReview } from '../claims/claims.rules.ts'
import { queues } from './queues.ts'

type Reviewer = Parameters<(typeof queues)[ReviewQueue]['count']>[1]

export function isReviewer(actor: Reviewer['actor'], required: Reviewer['required']): boolean {
  return reviewQueues.some((name) => canReview(actor, name, required).ok)
}

/** The queues of a reviewer, with the number of open cases up to a limit. */
export async function countQueues(db: ReadDb, reviewer: Reviewer) {
  const own = reviewQueues.filter((name) => canReview(reviewer.actor, name, reviewer.required).ok)
  return await Promise.all(
    own.map(async (name) => ({ name, count: await queues[name].count(db, reviewer) })),
  )
}
