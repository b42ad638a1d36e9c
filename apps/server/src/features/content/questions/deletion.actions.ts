import { questionStatuses } from '@stoa/contract/features/questions'
import { eq } from 'drizzle-orm'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import type { Tx } from '../../../kernel/context.ts'
import { deleteContentKeys } from '../../../kernel/idempotency.ts'
import { holdAgain, withdrawHeld } from '../holding/holding.actions.ts'
import { lockLinkedExclusively, updateLinkedCounts } from '../shared/links.actions.ts'
import { lockQuestion } from '../shared/posts.actions.ts'
import { canChange, canRecover, isInLists } from '../shared/posts.rules.ts'
import { questions } from '../../../schema/posts.ts'
import { hideReputation, restoreReputation } from '../../people/reputation/reputation.actions.ts'
import { listTagIds, updateQuestionCounts } from '../tags/tags.actions.ts'
import { listDuplicatesOf } from './closing.queries.ts'
import { addToQuestionCount } from './questions.actions.ts'
import { canDeleteQuestion } from './questions.rules.ts'

const { open, deleted, pending } = questionStatuses

/** Deletes a question and hides the reputation it earned. Idempotent. */
export async function deleteQuestion(tx: Tx, actor: Actor, questionId: string) {
  await withdrawHeld(tx, actor, questionId)
  const previousLinks = await lockLinkedExclusively(tx, [questionId])
  const previous = await lockQuestion(tx, actor, questionId)
  if (previous.status === deleted) return
  assertAllowed(canChange(actor, previous))
  assertAllowed(canDeleteQuestion(actor, previous))
  const deletion = { statusBefore: previous.status, deletedAt: tx.now, deletedBy: actor.id }
  await tx
    .update(questions)
    .set({ status: deleted, ...deletion })
    .where(eq(questions.id, questionId))
  if (previousLinks.length > 0) await updateLinkedCounts(tx, [questionId], previousLinks)
  await tx.emit('question.deleted', {
    questionId,
    authorId: previous.userId,
    userId: actor.id,
  })
  await deleteContentKeys(tx, actor.id)
  if (isInLists(previous))
    await updateQuestionCounts(tx, { decrement: await listTagIds(tx, questionId) })
  await hideReputation(tx, [questionId], actor.id)
  if (isInLists(previous)) await addToQuestionCount(tx, previous.userId, -1)
}

/** Restores a question with its previous status. Idempotent. */
export async function recoverQuestion(tx: Tx, actor: Actor, questionId: string) {
  const previousLinks = await lockLinkedExclusively(tx, [questionId])
  const previous = await lockQuestion(tx, actor, questionId)
  if (previous.status !== deleted) return
  assertAllowed(canChange(actor, previous))
  assertAllowed(canRecover(actor, previous))
  const restored = { ...previous, status: previous.statusBefore ?? open }
  await tx
    .update(questions)
    .set({ status: restored.status, statusBefore: null, deletedAt: null, deletedBy: null })
    .where(eq(questions.id, questionId))
  if (restored.status === pending) await holdAgain(tx, questionId)
  await updateLinkedCounts(tx, [questionId], previousLinks)
  await tx.emit('question.recovered', {
    questionId,
    authorId: previous.userId,
    userId: actor.id,
  })
  const duplicateIds = await listDuplicatesOf(tx, questionId)
  if (duplicateIds.length > 0)
    await tx.emit('question.links_changed', { questionIds: duplicateIds })
  if (isInLists(restored))
    await updateQuestionCounts(tx, { increment: await listTagIds(tx, questionId) })
  await restoreReputation(tx, questionId, actor.id)
  if (isInLists(restored)) await addToQuestionCount(tx, previous.userId, 1)
}
