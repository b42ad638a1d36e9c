import { questionStatuses } from '@stoa/contract/features/questions'
import { eq } from 'drizzle-orm'
import { type Actor, isStaff, assertAllowed } from '../../../kernel/rules.ts'
import type { Tx } from '../../../kernel/context.ts'
import { deleteContentKeys } from '../../../kernel/idempotency.ts'
import { holdAgain, withdrawHeld } from '../holding/holding.actions.ts'
import { lockLinkedQuestions, updateLinkedCounts } from '../shared/links.actions.ts'
import {
  lockAnswer,
  lockQuestion,
  refreshAnswerSummary,
  refreshLastActivity,
} from '../shared/posts.actions.ts'
import { canChange, canRecover } from '../shared/posts.rules.ts'
import { answers, type AnswerOrCommentStatus } from '../../../schema/posts.ts'
import { hideReputation, restoreReputation } from '../../people/reputation/reputation.actions.ts'
import { assertNotConverted } from '../shared/conversions.queries.ts'
import { addToAnswerCount, assertCanAnswerAgain } from './answers.actions.ts'
import { canDeleteAnswer } from './answers.rules.ts'

const { open, deleted, pending } = questionStatuses

/** Deletes an answer and hides the reputation it earned. Idempotent. */
export async function deleteAnswer(tx: Tx, actor: Actor, answerId: string) {
  await withdrawHeld(tx, actor, answerId)
  const previous = await lockAnswer(tx, actor, answerId)
  if (previous.status === deleted) return
  const { questionId, userId } = previous
  const previousLinks = await lockLinkedQuestions(tx, [questionId], [])
  const question = await lockQuestion(tx, actor, questionId)
  const isAccepted = question.acceptedAnswerId === answerId
  assertAllowed(canChange(actor, question))
  assertAllowed(canChange(actor, previous))
  assertAllowed(canDeleteAnswer(actor, { ...previous, isAccepted }))
  await setStatus(tx, answerId, {
    status: deleted,
    statusBefore: previous.status,
    deletedAt: tx.now,
    deletedBy: actor.id,
  })
  await refreshAnswerSummary(tx, questionId)
  await refreshLastActivity(tx, questionId)
  if (previousLinks !== null) await updateLinkedCounts(tx, [questionId], previousLinks)
  const event = { answerId, questionId, userId: actor.id }
  if (isAccepted) await tx.emit('answer.unaccepted', event)
  await tx.emit('answer.deleted', { ...event, authorId: userId })
  await deleteContentKeys(tx, actor.id)
  await hideReputation(tx, [answerId], actor.id)
  if (previous.status === open) await addToAnswerCount(tx, userId, -1)
}

/** Restores the previous status, but not the acceptance, which has to be decided again. Idempotent. */
export async function recoverAnswer(tx: Tx, actor: Actor, answerId: string) {
  const previous = await lockAnswer(tx, actor, answerId)
  if (previous.status !== deleted) return
  assertAllowed(canChange(actor, previous))
  assertAllowed(canRecover(actor, previous))
  await assertNotConverted(tx, answerId)
  const { questionId, userId } = previous
  const previousLinks = await lockLinkedQuestions(tx, [questionId], [])
  if (!isStaff(actor)) {
    assertAllowed(canChange(actor, await lockQuestion(tx, actor, questionId)))
    await assertCanAnswerAgain(tx, userId, questionId)
  }
  const status = previous.statusBefore ?? open
  await setStatus(tx, answerId, { status, statusBefore: null, deletedAt: null, deletedBy: null })
  if (status === pending) await holdAgain(tx, answerId)
  await refreshAnswerSummary(tx, questionId)
  await refreshLastActivity(tx, questionId)
  if (previousLinks !== null) await updateLinkedCounts(tx, [questionId], previousLinks)
  await tx.emit('answer.recovered', {
    answerId,
    questionId,
    authorId: userId,
    userId: actor.id,
  })
  await restoreReputation(tx, answerId, actor.id)
  if (status === open) await addToAnswerCount(tx, userId, 1)
}

type StatusColumns = {
  status: AnswerOrCommentStatus
  statusBefore: 1 | 11 | null
  deletedAt: Date | null
  deletedBy: string | null
}

async function setStatus(tx: Tx, answerId: string, columns: StatusColumns) {
  await tx.update(answers).set(columns).where(eq(answers.id, answerId))
}
