import { questionStatuses } from '@stoa/contract/features/questions'
import {
  type Actor,
  allow,
  deny,
  isStaff,
  needs,
  type RequiredReputation,
  type Verdict,
} from '../../kernel/rules.ts'

type Edited = {
  kind: 'question' | 'answer'
  userId: string
  status: number
}

/** Whether a change of the text goes live at once. */
export function canEdit(who: Actor, post: Edited, required: RequiredReputation): Verdict {
  if (post.status === questionStatuses.deleted) return deny('post.deleted')
  if (post.userId === who.id) return allow
  return needs(who, `${post.kind}.edit_without_review`, required)
}

/** Staff bring back what they like, authors what they have deleted themselves. */
export function canRecover(
  who: Actor,
  post: { userId: string; deletedBy: string | null },
): Verdict {
  const isOwn = post.userId === who.id && post.deletedBy === who.id
  return isStaff(who) || isOwn ? allow : deny('post.not_deleted_by_you')
}

/** Whether everyone sees a question, and whether they find it in lists: what the counts of people and tags count. */
export function isPublic({ status }: { status: number }) {
  return status === questionStatuses.open || status === questionStatuses.closed
}

export function isInLists(question: { status: number; isListed: boolean }) {
  return isPublic(question) && question.isListed
}
