import { questionStatuses } from '@stoa/contract/features/questions'
import { eq } from 'drizzle-orm'
import { type Actor, must } from '../../kernel/rules.ts'
import type { Tx } from '../../kernel/transact.ts'
import { forgetContents } from '../../kernel/idempotency.ts'
import { lockAllLinked, moveLinkedCounts } from '../posts/links.actions.ts'
import { lockQuestion } from '../posts/posts.actions.ts'
import { canRecover, isInLists } from '../posts/posts.rules.ts'
import { questions } from '../posts/posts.table.ts'
import { hideReputation, restoreReputation } from '../reputation/reputation.actions.ts'
import { lockTagging, moveQuestionCounts, tagsOf } from '../tags/tags.actions.ts'
import { addToQuestionCount } from './questions.actions.ts'
import { canDeleteQuestion } from './questions.rules.ts'

const { open, deleted } = questionStatuses

/** Takes a question out of sight, with what it earned. Of one that is deleted there is nothing left to do. */
export async function deleteQuestion(tx: Tx, who: Actor, questionId: string, timeZone: string) {
  const linked = await lockAllLinked(tx, [questionId])
  const before = await lockQuestion(tx, who, questionId)
  if (before.status === deleted) return
  must(canDeleteQuestion(who, before))
  const state = { statusBefore: before.status, deletedAt: tx.now, deletedBy: who.id }
  await tx
    .update(questions)
    .set({ status: deleted, ...state })
    .where(eq(questions.id, questionId))
  if (linked.length > 0) await moveLinkedCounts(tx, [questionId], linked)
  await tx.emit('question.deleted', { questionId, userId: who.id })
  await forgetContents(tx, who.id)
  if (isInLists(before)) await moveQuestionCounts(tx, { down: await tagIdsOf(tx, questionId) })
  await hideReputation(tx, [questionId], who.id, timeZone)
  if (isInLists(before)) await addToQuestionCount(tx, before.userId, -1)
}

/** Brings a question back as it was, open, closed or pending. */
export async function recoverQuestion(tx: Tx, who: Actor, questionId: string, timeZone: string) {
  const linked = await lockAllLinked(tx, [questionId])
  const before = await lockQuestion(tx, who, questionId)
  if (before.status !== deleted) return
  must(canRecover(who, before))
  const after = { ...before, status: before.statusBefore ?? open }
  await tx
    .update(questions)
    .set({ status: after.status, statusBefore: null, deletedAt: null, deletedBy: null })
    .where(eq(questions.id, questionId))
  await moveLinkedCounts(tx, [questionId], linked)
  await tx.emit('question.recovered', { questionId, userId: who.id })
  if (isInLists(after)) await moveQuestionCounts(tx, { up: await tagIdsOf(tx, questionId) })
  await restoreReputation(tx, questionId, who.id, timeZone)
  if (isInLists(after)) await addToQuestionCount(tx, before.userId, 1)
}

async function tagIdsOf(tx: Tx, questionId: string) {
  await lockTagging(tx, 'shared')
  return (await tagsOf(tx, questionId)).map(({ id }) => id)
}
