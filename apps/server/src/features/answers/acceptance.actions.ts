import { questionStatuses } from '@stoa/contract/features/questions'
import { fail } from '../../kernel/errors.ts'
import { type Actor, must } from '../../kernel/rules.ts'
import type { Tx } from '../../kernel/transact.ts'
import { lockAnswer, lockQuestion, setAccepted } from '../posts/posts.actions.ts'
import { type AcceptancePair, lockPair } from '../reputation/acceptance.actions.ts'
import { moveReputation } from '../reputation/reputation.actions.ts'
import { canAccept } from './answers.rules.ts'

/** Accepts an open answer of the question in place of any other; with null, accepts none. */
export async function accept(
  tx: Tx,
  who: Actor,
  { questionId, answerId }: { questionId: string; answerId: string | null },
  timeZone: string,
) {
  const chosen = answerId === null ? null : await lockAnswer(tx, who, answerId)
  const question = await lockQuestion(tx, who, questionId)
  must(canAccept(who, question))
  if (chosen !== null && !isOpenAnswerOf(chosen, questionId)) fail('answer.not_found')
  const former = question.acceptedAnswerId
  if (former === answerId) return
  await setAccepted(tx, questionId, answerId)
  const userId = who.id
  if (former !== null) await tx.emit('answer.unaccepted', { answerId: former, questionId, userId })
  if (answerId !== null) await tx.emit('answer.accepted', { answerId, questionId, userId })
  const takeBack = former === null ? [] : [{ objectId: former, kinds: acceptance }]
  const isPaid = chosen !== null && chosen.userId !== question.userId
  const give = isPaid ? await gainsOf(tx, chosen, question, userId) : []
  moveReputation(tx, { takeBack, give }, timeZone)
}

const acceptance = ['answer.accepted', 'answer.accept'] as const

function isOpenAnswerOf(answer: { questionId: string; status: number }, questionId: string) {
  return answer.questionId === questionId && answer.status === questionStatuses.open
}

/** Both gain, the asker also when staff decided in their place. Locks the pair: nothing but people is locked after it. */
async function gainsOf(
  tx: Tx,
  answer: { id: string; userId: string },
  question: { userId: string; acceptedAnswerId: string | null },
  byUserId: string,
) {
  const { id: objectId, userId } = answer
  const { userId: askerId, acceptedAnswerId: replacedAnswerId } = question
  const pair: AcceptancePair = { people: [askerId, userId], replacedAnswerId }
  await lockPair(tx, pair)
  return [
    { userId, kind: acceptance[0], objectId, byUserId, pair },
    { userId: askerId, kind: acceptance[1], objectId, byUserId, pair },
  ]
}
