import { roles } from '@stoa/contract/access'
import { questionStatuses } from '@stoa/contract/features/questions'
import {
  type Actor,
  allow,
  deny,
  isStaff,
  checkPrivilege,
  type RequiredReputation,
  type Verdict,
} from '../../../kernel/rules.ts'

type EditedPost = {
  kind: 'question' | 'answer'
  userId: string
  status: number
}

/** In a locked question only staff change the question, its answers and its comments. */
export function canChange(actor: Actor, { isLocked }: { isLocked: boolean }): Verdict {
  return isLocked && !isStaff(actor) ? deny('post.locked') : allow
}

/** Whether the actor may change a post, if only by a suggestion. */
export function canEdit(actor: Actor, post: EditedPost, required: RequiredReputation): Verdict {
  if (post.status === questionStatuses.deleted) return deny('post.deleted')
  if (post.userId === actor.id) return allow
  if (checkPrivilege(actor, `${post.kind}.edit_without_review`, required).ok) return allow
  return checkPrivilege(actor, `${post.kind}.edit`, required)
}

/** Whether the edits of the author wait for review too: after acceptance, if the site is set so. */
type AuthorReview = { isAuthorReviewed: boolean }

/** Whether an edit becomes a suggestion. */
export function needsReview(
  actor: Actor,
  post: Pick<EditedPost, 'kind' | 'userId'> & AuthorReview,
  required: RequiredReputation,
): boolean {
  if (post.userId === actor.id && !post.isAuthorReviewed) return false
  return !checkPrivilege(actor, `${post.kind}.edit_without_review`, required).ok
}

/** A rollback is an edit that is published at once. */
export function canRollBack(
  actor: Actor,
  post: EditedPost & AuthorReview & { isLocked: boolean },
  required: RequiredReputation,
): boolean {
  const isAllowed = canChange(actor, post).ok && canEdit(actor, post, required).ok
  return isAllowed && !needsReview(actor, post, required)
}

/** Whether someone else's content can be reported to staff. */
export function canFlag(
  actor: Actor,
  content: { userId: string; isDeleted: boolean; isPending: boolean },
  required: RequiredReputation,
): Verdict {
  if (content.isDeleted) return deny('object.already_deleted')
  if (content.isPending) return deny('post.pending')
  if (content.userId === actor.id) return deny('flag.own')
  return checkPrivilege(actor, 'report.add', required)
}

/** Staff restore any post, authors only posts they deleted themselves. */
export function canRecover(
  actor: Actor,
  post: { userId: string; deletedBy: string | null },
): Verdict {
  const isOwn = post.userId === actor.id && post.deletedBy === actor.id
  return isStaff(actor) || isOwn ? allow : deny('post.not_deleted_by_you')
}

/** Nothing is removed that anybody but the author and staff can see. */
export function canDeletePermanently(actor: Actor, content: { isDeleted: boolean }): Verdict {
  if (actor.roleId !== roles.admin) return deny('auth.forbidden')
  return content.isDeleted ? allow : deny('post.not_deleted')
}

/** Whether a question is publicly listed, and counted for its author and tags. */
export function isInLists({ status, isListed }: { status: number; isListed: boolean }) {
  const isPublic = status === questionStatuses.open || status === questionStatuses.closed
  return isPublic && isListed
}
