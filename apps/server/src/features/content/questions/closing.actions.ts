import type { ParsedInputOf } from '@stoa/contract/endpoint'
import {
  type closeQuestion as closeCall,
  questionStatuses,
} from '@stoa/contract/features/questions'
import { duplicateReason } from '@stoa/contract/features/reasons'
import { generalSettings } from '@stoa/contract/settings/site'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { failField } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed, type Verdict } from '../../../kernel/rules.ts'
import type { Tx } from '../../../kernel/context.ts'
import { requireRow } from '../../../kernel/transact.ts'
import {
  lockLinkedQuestions,
  removeDuplicateLink,
  saveDuplicateLink,
  updateLinkedCounts,
} from '../shared/links.actions.ts'
import { lockQuestion } from '../shared/posts.actions.ts'
import { closings } from '../../../schema/closings.ts'
import { questions } from '../../../schema/posts.ts'
import { canGiveReason, findDuplicateTarget, isReasonFor } from '../shared/reasons.rules.ts'
import { canBeDuplicateOf } from './closing.rules.ts'
import { canClose, canReopen } from './questions.rules.ts'

export type ClosingInput = ParsedInputOf<typeof closeCall>

/** Lists and counts include closed questions, so only links change. */
export async function closeQuestion(tx: Tx, actor: Actor, input: ClosingInput) {
  const { id: questionId, close_msg: message } = input
  const { reason, targetId } = checkClosing(tx, input)
  const previousLinks = await lockLinkedQuestions(
    tx,
    [questionId],
    targetId === null ? [] : [targetId],
  )
  assertAllowed(canClose(actor, await lockQuestion(tx, actor, questionId)))
  if (targetId !== null) assertMessage(canBeDuplicateOf(questionId, await findTarget(tx, targetId)))
  await setStatus(tx, questionId, questionStatuses.closed)
  const [closing] = await tx
    .insert(closings)
    .values({
      questionId,
      reason,
      message: targetId === null ? message : '',
      duplicateOfId: targetId,
      closedBy: actor.id,
      closedAt: tx.now,
    })
    .returning({ id: closings.id })
  await tx.emit('question.closed', {
    questionId,
    userId: actor.id,
    closingId: requireRow(closing).id,
  })
  if (targetId === null) return
  await saveDuplicateLink(tx, questionId, targetId)
  await updateLinkedCounts(tx, [questionId], previousLinks ?? [])
}

/** Removes the link to the question it was a duplicate of. */
export async function reopenQuestion(tx: Tx, actor: Actor, questionId: string) {
  const previousLinks = await lockLinkedQuestions(tx, [questionId], [])
  assertAllowed(canReopen(actor, await lockQuestion(tx, actor, questionId)))
  await setStatus(tx, questionId, questionStatuses.open)
  await tx
    .update(closings)
    .set({ reopenedBy: actor.id, reopenedAt: tx.now })
    .where(and(eq(closings.questionId, questionId), isNull(closings.reopenedAt)))
  await tx.emit('question.reopened', { questionId, userId: actor.id })
  if (previousLinks === null) return
  await removeDuplicateLink(tx, questionId)
  await updateLinkedCounts(tx, [questionId], previousLinks)
}

/** What does not depend on the question. */
export function checkClosing(
  tx: Tx,
  { close_type: reason, close_msg: message }: Omit<ClosingInput, 'id'>,
) {
  if (!isReasonFor('question', 'close', reason))
    return failField('close_type', 'reason.not_in_list')
  assertMessage(canGiveReason(reason, message))
  if (reason !== duplicateReason) return { reason, targetId: null }
  const target = findDuplicateTarget(message, tx.ctx.settings.get(generalSettings).site_url)
  if (!target.ok) return failField('close_msg', target.code)
  return { reason, targetId: target.questionId }
}

function assertMessage(verdict: Verdict) {
  if (!verdict.ok) failField('close_msg', verdict.code)
}

/** Locked together with the question that is being closed. */
async function findTarget(tx: Tx, id: string) {
  const [target] = await tx
    .select({
      id: questions.id,
      status: questions.status,
      isDuplicate: sql<boolean>`${closings.duplicateOfId} is not null`,
    })
    .from(questions)
    .leftJoin(closings, and(eq(closings.questionId, questions.id), isNull(closings.reopenedAt)))
    .where(eq(questions.id, id))
  return target
}

async function setStatus(tx: Tx, questionId: string, status: 1 | 2) {
  await tx.update(questions).set({ status }).where(eq(questions.id, questionId))
}
