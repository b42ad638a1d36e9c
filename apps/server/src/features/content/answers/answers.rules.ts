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
import { isOpenForAnswers } from '../questions/questions.rules.ts'

export function canAnswer(
  actor: Actor,
  question: { status: number },
  required: RequiredReputation,
): Verdict {
  if (question.status === questionStatuses.pending) return deny('post.pending')
  if (!isOpenForAnswers(question)) return deny('answer.question_closed')
  return checkPrivilege(actor, 'answer.add', required)
}

/** Protection keeps newcomers from answering, but not the asker. */
export function canAnswerProtected(
  actor: Actor,
  question: { userId: string; isProtected: boolean },
  reputation: number,
): Verdict {
  if (!question.isProtected || isStaff(actor) || question.userId === actor.id) return allow
  return actor.reputation >= reputation ? allow : deny('answer.question_protected', { reputation })
}

/** By default a user has one answer per question and edits it instead. */
export function canAnswerAgain(openAnswers: number, allowsOneAnswer: boolean): Verdict {
  return allowsOneAnswer && openAnswers > 0 ? deny('answer.restricted') : allow
}

/** Authors can delete an answer until it is upvoted or accepted; staff always. */
export function canDeleteAnswer(
  actor: Actor,
  answer: { userId: string; score: number; isAccepted: boolean },
): Verdict {
  if (isStaff(actor)) return allow
  if (answer.userId !== actor.id) return deny('auth.forbidden')
  return answer.isAccepted || answer.score > 0 ? deny('answer.cannot_delete') : allow
}

export function canLockAnswer(actor: Actor, { status }: { status: number }): Verdict {
  if (!isStaff(actor)) return deny('auth.forbidden')
  if (status === questionStatuses.deleted) return deny('post.deleted')
  return status === questionStatuses.pending ? deny('post.pending') : allow
}

type ConvertedAnswer = { status: number; isLocked: boolean; originalText: string }

/** `isLocked`: itself or with its question. */
export function canConvertAnswer(actor: Actor, answer: ConvertedAnswer): Verdict {
  if (!isStaff(actor)) return deny('auth.forbidden')
  if (answer.status === questionStatuses.deleted) return deny('post.deleted')
  if (answer.status === questionStatuses.pending) return deny('post.pending')
  if (answer.isLocked) return deny('post.unlock_first')
  const { max } = limits.comment
  return answer.originalText.trim().length > max
    ? deny('answer.too_long_for_comment', { max })
    : allow
}

export function canAccept(actor: Actor, question: { userId: string; status: number }): Verdict {
  if (question.userId !== actor.id && !isStaff(actor)) return deny('auth.forbidden')
  if (question.status === questionStatuses.pending) return deny('post.pending')
  return question.status === questionStatuses.deleted ? deny('post.deleted') : allow
}
