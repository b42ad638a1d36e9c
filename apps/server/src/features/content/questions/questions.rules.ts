import { type QuestionOperationName, questionStatuses } from '@stoa/contract/features/questions'
import {
  type Actor,
  allow,
  deny,
  isStaff,
  checkPrivilege,
  type RequiredReputation,
  type Verdict,
} from '../../../kernel/rules.ts'

const { open, closed, deleted, pending } = questionStatuses

export function canAsk(actor: Actor, required: RequiredReputation): Verdict {
  return checkPrivilege(actor, 'question.add', required)
}

/** Authors can delete a question until it has helped others; staff always. */
export function canDeleteQuestion(
  actor: Actor,
  question: { userId: string; isAnswered: boolean; answerCount: number },
): Verdict {
  if (isStaff(actor)) return allow
  if (question.userId !== actor.id) return deny('auth.forbidden')
  const hasHelped = question.isAnswered || question.answerCount > 1
  return hasHelped ? deny('question.cannot_delete') : allow
}

export function canInvite(
  actor: Actor,
  question: { status: number },
  required: RequiredReputation,
): Verdict {
  if (question.status === pending) return deny('post.pending')
  if (!isOpenForAnswers(question)) return deny('answer.question_closed')
  return checkPrivilege(actor, 'answer.invite_someone_to_answer', required)
}

type OperatedQuestion = {
  status: number
  isPinned: boolean
  isListed: boolean
  isProtected: boolean
  isLocked: boolean
}

export function canClose(actor: Actor, { status }: { status: number }): Verdict {
  if (!isStaff(actor)) return deny('auth.forbidden')
  return status === open ? allow : deny('question.not_open')
}

export function canReopen(actor: Actor, { status }: { status: number }): Verdict {
  if (!isStaff(actor)) return deny('auth.forbidden')
  return status === closed ? allow : deny('question.not_closed')
}

/** What is pinned is listed. */
export function canOperate(
  actor: Actor,
  operation: QuestionOperationName,
  question: OperatedQuestion,
): Verdict {
  if (!isStaff(actor)) return deny('auth.forbidden')
  if (question.status === deleted) return deny('post.deleted')
  if (question.status === pending) return deny('post.pending')
  if (operation === 'hide' && question.isPinned) return deny('question.pinned')
  return operation === 'pin' && !question.isListed ? deny('question.unlisted') : allow
}

/** Whether an operation would change anything. */
export function isNewState(
  operation: QuestionOperationName,
  { isPinned, isListed, isProtected, isLocked }: OperatedQuestion,
): boolean {
  return {
    pin: !isPinned,
    unpin: isPinned,
    hide: isListed,
    show: !isListed,
    protect: !isProtected,
    unprotect: isProtected,
    lock: !isLocked,
    unlock: isLocked,
  }[operation]
}

export function isOpenForAnswers({ status }: { status: number }) {
  return status === open
}
