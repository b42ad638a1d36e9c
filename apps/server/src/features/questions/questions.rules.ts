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

export function canAsk(who: Actor, required: RequiredReputation): Verdict {
  return needs(who, 'question.add', required)
}

/** Authors take a question back while it has helped nobody; staff always. */
export function canDeleteQuestion(
  who: Actor,
  question: { userId: string; isAnswered: boolean; answerCount: number },
): Verdict {
  if (isStaff(who)) return allow
  if (question.userId !== who.id) return deny('auth.forbidden')
  const hasHelped = question.isAnswered || question.answerCount > 1
  return hasHelped ? deny('question.cannot_delete') : allow
}

/** Whether someone may be asked to answer: only where an answer would be taken. */
export function canInvite(
  who: Actor,
  question: { status: number },
  required: RequiredReputation,
): Verdict {
  if (!takesAnswers(question)) return deny('answer.question_closed')
  return needs(who, 'answer.invite_someone_to_answer', required)
}

/** Only what is closed can be opened again. */
export function canReopen({ status }: { status: number }): Verdict {
  return status === questionStatuses.closed ? allow : deny('question.not_closed')
}

export function takesAnswers({ status }: { status: number }) {
  return status !== questionStatuses.closed && status !== questionStatuses.deleted
}
