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
  if (!isOpenForAnswers(question)) return deny('answer.question_closed')
  return checkPrivilege(actor, 'answer.invite_someone_to_answer', required)
}

export function canReopen({ status }: { status: number }): Verdict {
  return status === questionStatuses.closed ? allow : deny('question.not_closed')
}

export function isOpenForAnswers({ status }: { status: number }) {
  return status !== questionStatuses.closed && status !== questionStatuses.deleted
}
