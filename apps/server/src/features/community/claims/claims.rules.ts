import type { ReviewQueue } from '@stoa/contract/features/review'
import {
  type Actor,
  allow,
  checkPrivilege,
  deny,
  isStaff,
  type RequiredReputation,
  type Verdict,
} from '../../../kernel/rules.ts'

/** Flagged and queued posts are for staff, suggested edits for whoever may review one kind of them. */
export function canReview(actor: Actor, queue: ReviewQueue, required: RequiredReputation): Verdict {
  if (isStaff(actor)) return allow
  if (queue !== 'suggested_post_edit') return deny('auth.forbidden')
  const mayReview = (['question.audit', 'answer.audit', 'tag.audit'] as const).some(
    (privilege) => checkPrivilege(actor, privilege, required).ok,
  )
  return mayReview ? allow : deny('auth.forbidden')
}

type DecidedCase = { decidedBy: string | null; decidedAt: Date | null }

const undoMs = 30_000

export function canUndo(
  actor: Pick<Actor, 'id'>,
  { decidedBy, decidedAt }: DecidedCase,
  now: Date,
): Verdict {
  if (decidedBy !== actor.id || decidedAt === null) return deny('review.undo_not_possible')
  return now.getTime() - decidedAt.getTime() <= undoMs ? allow : deny('review.undo_expired')
}
