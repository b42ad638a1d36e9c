import { questionStatuses } from '@stoa/contract/features/questions'
import { mentionsIn } from '@stoa/markdown/mentions'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { answers } from '../../../schema/posts.ts'
import { hideReputation, restoreReputation } from '../../people/reputation/reputation.actions.ts'
import { lockLinkedQuestions, updateLinkedCounts } from '../shared/links.actions.ts'
import { findMentioned } from '../shared/mentions.queries.ts'
import {
  lockAnswer,
  lockQuestion,
  markActive,
  refreshAnswerSummary,
  findFirstRevisionId,
  refreshLastActivity,
} from '../shared/posts.actions.ts'
import { addToAnswerCount } from './answers.actions.ts'

const { open, deleted, pending } = questionStatuses

/** Does what answering does for an answer that waited for a moderator. It is posted now, so that readers find it in lists. */
export async function publishAnswer(
  tx: Tx,
  actor: Actor,
  answerId: string,
  { mentions }: { mentions: readonly string[] },
) {
  const previous = await lockAnswer(tx, actor, answerId)
  const { questionId, userId } = previous
  const previousLinks = await lockLinkedQuestions(tx, [questionId], [])
  const question = await lockQuestion(tx, actor, questionId)
  if (previous.status !== pending) fail('review.decided')
  if (question.status === deleted) fail('post.deleted')
  if (question.status === pending) fail('post.pending')
  await tx.update(answers).set({ status: open, createdAt: tx.now }).where(eq(answers.id, answerId))
  await refreshAnswerSummary(tx, questionId)
  await markActive(tx, questionId, 'answered', userId)
  if (previousLinks !== null) await updateLinkedCounts(tx, [questionId], previousLinks)
  const author = { ...actor, id: userId }
  const names = [...mentionsIn(previous.parsedText), ...mentions]
  const mentioned = await findMentioned(tx, author, names)
  const revisionId = await findFirstRevisionId(tx, answerId)
  await tx.emit('answer.posted', { answerId, questionId, userId, revisionId, mentioned })
  await restoreReputation(tx, answerId, actor.id)
  await addToAnswerCount(tx, userId, 1)
}

/** Undoes `publishAnswer`. */
export async function unpublishAnswer(tx: Tx, actor: Actor, answerId: string, heldAt: Date) {
  const previous = await lockAnswer(tx, actor, answerId)
  const { questionId, userId } = previous
  const previousLinks = await lockLinkedQuestions(tx, [questionId], [])
  const question = await lockQuestion(tx, actor, questionId)
  if (previous.status !== open) fail('review.undo_not_possible')
  await tx
    .update(answers)
    .set({ status: pending, createdAt: heldAt })
    .where(eq(answers.id, answerId))
  await refreshAnswerSummary(tx, questionId)
  await refreshLastActivity(tx, questionId)
  if (previousLinks !== null) await updateLinkedCounts(tx, [questionId], previousLinks)
  if (question.acceptedAnswerId === answerId)
    await tx.emit('answer.unaccepted', { answerId, questionId, userId: actor.id })
  await tx.emit('content.unpublished', { objectId: answerId, questionId, userId: actor.id })
  await hideReputation(tx, [answerId], actor.id)
  await addToAnswerCount(tx, userId, -1)
}
