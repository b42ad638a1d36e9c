import { questionStatuses } from '@stoa/contract/features/questions'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import type { Tx } from '../../../kernel/context.ts'
import { lockAnswer, lockQuestion, setAcceptedAnswer } from '../shared/posts.actions.ts'
import { canChange } from '../shared/posts.rules.ts'
import {
  type AcceptancePair,
  lockAcceptancePair,
} from '../../people/reputation/acceptance.actions.ts'
import { changeReputation } from '../../people/reputation/reputation.actions.ts'
import { canAccept } from './answers.rules.ts'

/** Replaces the accepted answer; null unaccepts. */
export async function accept(
  tx: Tx,
  actor: Actor,
  { questionId, answerId }: { questionId: string; answerId: string | null },
) {
  const chosen = answerId === null ? null : await lockAnswer(tx, actor, answerId)
  const question = await lockQuestion(tx, actor, questionId)
  assertAllowed(canChange(actor, question))
  assertAllowed(canAccept(actor, question))
  if (chosen !== null && !isOpenAnswerOf(chosen, questionId)) fail('answer.not_found')
  const previousId = question.acceptedAnswerId
  if (previousId === answerId) return
  await setAcceptedAnswer(tx, questionId, answerId)
  const userId = actor.id
  if (previousId !== null)
    await tx.emit('answer.unaccepted', { answerId: previousId, questionId, userId })
  if (answerId !== null) await tx.emit('answer.accepted', { answerId, questionId, userId })
  const revoke = previousId === null ? [] : [{ objectId: previousId, kinds: acceptanceKinds }]
  const isByOther = chosen !== null && chosen.userId !== question.userId
  const grant = isByOther ? await buildGrants(tx, chosen, question, userId) : []
  await changeReputation(tx, { revoke, grant })
}

const acceptanceKinds = ['answer.accepted', 'answer.accept'] as const

function isOpenAnswerOf(answer: { questionId: string; status: number }, questionId: string) {
  return answer.questionId === questionId && answer.status === questionStatuses.open
}

/** The asker earns points even when staff accepted. Locks the pair; only users may be locked after it. */
async function buildGrants(
  tx: Tx,
  answer: { id: string; userId: string },
  question: { userId: string; acceptedAnswerId: string | null },
  byUserId: string,
) {
  const { id: objectId, userId } = answer
  const { userId: askerId, acceptedAnswerId: replacedAnswerId } = question
  const pair: AcceptancePair = { userIds: [askerId, userId], replacedAnswerId }
  await lockAcceptancePair(tx, pair)
  return [
    { userId, kind: acceptanceKinds[0], objectId, byUserId, pair },
    { userId: askerId, kind: acceptanceKinds[1], objectId, byUserId, pair },
  ]
}
