import { questionStatuses } from '@stoa/contract/features/questions'
import { limits } from '@stoa/contract/limits'
import {
  type Actor,
  allow,
  deny,
  isStaff,
  checkPrivilege,
  type RequiredReputation,
  type Verdict,
} from '../../../kernel/rules.ts'

const editWindowMinutes = 5

type CommentFacts = { userId: string; createdAt: Date; status: number }

export function canComment(
  actor: Actor,
  post: { isDeleted: boolean; isPending: boolean },
  required: RequiredReputation,
): Verdict {
  if (post.isDeleted) return deny('object.already_deleted')
  if (post.isPending) return deny('post.pending')
  return checkPrivilege(actor, 'comment.add', required)
}

export function canEditComment(actor: Actor, comment: CommentFacts, now: Date): Verdict {
  if (isStaff(actor)) return allow
  if (comment.userId !== actor.id) return deny('auth.forbidden')
  if (comment.status === questionStatuses.pending) return allow
  const isLate = now.getTime() - comment.createdAt.getTime() > editWindowMinutes * 60_000
  return isLate ? deny('comment.edit_too_late', { minutes: editWindowMinutes }) : allow
}

/** Authors delete their comments for good. */
export function canRecoverComment(actor: Actor): Verdict {
  return isStaff(actor) ? allow : deny('auth.forbidden')
}

type MovedComment = { status: number; isLocked: boolean }

/** `isLocked`: the post it is on. */
export function canMoveComment(actor: Actor, { status, isLocked }: MovedComment): Verdict {
  if (!isStaff(actor)) return deny('auth.forbidden')
  if (status === questionStatuses.deleted) return deny('post.deleted')
  if (status === questionStatuses.pending) return deny('post.pending')
  return isLocked ? deny('post.unlock_first') : allow
}

export function canConvertComment(
  actor: Actor,
  comment: MovedComment & { originalText: string },
): Verdict {
  const verdict = canMoveComment(actor, comment)
  const { min } = limits.answer
  if (!verdict.ok || comment.originalText.trim().length >= min) return verdict
  return deny('comment.too_short_for_answer', { min })
}

export function canDeleteComment(actor: Actor, comment: Pick<CommentFacts, 'userId'>): Verdict {
  return isStaff(actor) || comment.userId === actor.id ? allow : deny('auth.forbidden')
}
