import { questionStatuses } from '@stoa/contract/features/questions'
import { eq } from 'drizzle-orm'
import { type Actor, isStaff, must } from '../../kernel/rules.ts'
import type { Tx } from '../../kernel/transact.ts'
import { forgetContents } from '../../kernel/idempotency.ts'
import { lockLinked, moveLinkedCounts } from '../posts/links.actions.ts'
import { lockAnswer, lockQuestion, refreshAnswers } from '../posts/posts.actions.ts'
import { canRecover } from '../posts/posts.rules.ts'
import type { PostPolicy } from '../posts/posts.settings.ts'
import { answers, type ReplyStatus } from '../posts/posts.table.ts'
import { hideReputation, restoreReputation } from '../reputation/reputation.actions.ts'
import { addToAnswerCount, countOpenAnswers } from './answers.actions.ts'
import { canAnswerAgain, canDeleteAnswer } from './answers.rules.ts'

const { open, deleted } = questionStatuses

/** Takes an answer out of sight, with what it earned. Of one that is deleted there is nothing left to do. */
export async function deleteAnswer(tx: Tx, who: Actor, answerId: string, timeZone: string) {
  const before = await lockAnswer(tx, who, answerId)
  if (before.status === deleted) return
  const { questionId, userId } = before
  const linked = await lockLinked(tx, [questionId], [])
  const question = await lockQuestion(tx, who, questionId)
  const isAccepted = question.acceptedAnswerId === answerId
  must(canDeleteAnswer(who, { ...before, isAccepted }))
  await setState(tx, answerId, {
    status: deleted,
    statusBefore: before.status,
    deletedAt: tx.now,
    deletedBy: who.id,
  })
  await refreshAnswers(tx, questionId)
  if (linked !== null) await moveLinkedCounts(tx, [questionId], linked)
  const event = { answerId, questionId, userId: who.id }
  if (isAccepted) await tx.emit('answer.unaccepted', event)
  await tx.emit('answer.deleted', event)
  await forgetContents(tx, who.id)
  await hideReputation(tx, [answerId], who.id, timeZone)
  if (before.status === open) await addToAnswerCount(tx, userId, -1)
}

/** Brings an answer back as it was. It is not accepted again: that was decided about what others could see. */
export async function recoverAnswer(tx: Tx, who: Actor, answerId: string, policy: PostPolicy) {
  const before = await lockAnswer(tx, who, answerId)
  if (before.status !== deleted) return
  must(canRecover(who, before))
  const { questionId, userId } = before
  const linked = await lockLinked(tx, [questionId], [])
  if (!isStaff(who)) {
    must(canAnswerAgain(await countOpenAnswers(tx, userId, questionId), policy.allowsOneAnswer))
  }
  const status = before.statusBefore ?? open
  await setState(tx, answerId, { status, statusBefore: null, deletedAt: null, deletedBy: null })
  await refreshAnswers(tx, questionId)
  if (linked !== null) await moveLinkedCounts(tx, [questionId], linked)
  await tx.emit('answer.recovered', { answerId, questionId, userId: who.id })
  await restoreReputation(tx, answerId, who.id, policy.timeZone)
  if (status === open) await addToAnswerCount(tx, userId, 1)
}

type State = {
  status: ReplyStatus
  statusBefore: 1 | 11 | null
  deletedAt: Date | null
  deletedBy: string | null
}

async function setState(tx: Tx, answerId: string, state: State) {
  await tx.update(answers).set(state).where(eq(answers.id, answerId))
}
