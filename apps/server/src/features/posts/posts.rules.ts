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

/** Whether everyone finds a question in lists: what the counts of users and tags count. */
export function isInLists({ status, isListed }: { status: number; isListed: boolean }) {
  const isPublic = status === questionStatuses.open || status === questionStatuses.closed
  return isPublic && isListed
}
