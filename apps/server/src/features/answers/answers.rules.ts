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
import { takesAnswers } from '../questions/questions.rules.ts'

export function canAnswer(
  who: Actor,
  question: { status: number },
  required: RequiredReputation,
): Verdict {
  if (!takesAnswers(question)) return deny('answer.question_closed')
  return needs(who, 'answer.add', required)
}

/** On most sites everyone answers a question once and improves that answer afterwards. */
export function canAnswerAgain(openAnswers: number, allowsOneAnswer: boolean): Verdict {
  return allowsOneAnswer && openAnswers > 0 ? deny('answer.restricted') : allow
}

/** Authors take an answer back while nobody has found it good; staff always. */
export function canDeleteAnswer(
  who: Actor,
  answer: { userId: string; score: number; isAccepted: boolean },
): Verdict {
  if (isStaff(who)) return allow
  if (answer.userId !== who.id) return deny('auth.forbidden')
  return answer.isAccepted || answer.score > 0 ? deny('answer.cannot_delete') : allow
}

/** The asker decides which answer helped; staff may in their place. */
export function canAccept(who: Actor, question: { userId: string; status: number }): Verdict {
  if (question.userId !== who.id && !isStaff(who)) return deny('auth.forbidden')
  return question.status === questionStatuses.deleted ? deny('post.deleted') : allow
}
