import {
  type Actor,
  allow,
  deny,
  isStaff,
  needs,
  type RequiredReputation,
  type Verdict,
} from '../../kernel/rules.ts'

/** How long an author may change a comment. */
const editMinutes = 5

type Written = { userId: string; createdAt: Date }

export function canComment(
  who: Actor,
  post: { isDeleted: boolean },
  required: RequiredReputation,
): Verdict {
  return post.isDeleted ? deny('object.already_deleted') : needs(who, 'comment.add', required)
}

export function canEditComment(who: Actor, comment: Written, now: Date): Verdict {
  if (isStaff(who)) return allow
  if (comment.userId !== who.id) return deny('auth.forbidden')
  const isLate = now.getTime() - comment.createdAt.getTime() > editMinutes * 60_000
  return isLate ? deny('comment.edit_too_late', { minutes: editMinutes }) : allow
}

export function canDeleteComment(who: Actor, comment: Pick<Written, 'userId'>): Verdict {
  return isStaff(who) || comment.userId === who.id ? allow : deny('auth.forbidden')
}
