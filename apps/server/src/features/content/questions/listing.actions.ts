import type { QuestionOperationName } from '@stoa/contract/features/questions'
import { eq } from 'drizzle-orm'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import type { Tx } from '../../../kernel/context.ts'
import { lockLinkedExclusively, updateLinkedCounts } from '../shared/links.actions.ts'
import { lockQuestion } from '../shared/posts.actions.ts'
import { isInLists } from '../shared/posts.rules.ts'
import { questions } from '../../../schema/posts.ts'
import { listTagIds, updateQuestionCounts } from '../tags/tags.actions.ts'
import { addToQuestionCount } from './questions.actions.ts'
import { canOperate, isNewState } from './questions.rules.ts'

/** Pins, unlists, protects or locks a question, or undoes it. Idempotent. */
export async function operateQuestion(
  tx: Tx,
  actor: Actor,
  { id, operation }: { id: string; operation: QuestionOperationName },
) {
  if (operation === 'hide' || operation === 'show')
    await setListed(tx, actor, id, operation === 'show')
  else await setFlag(tx, actor, id, operation)
}

const flagColumns = {
  pin: { isPinned: true },
  unpin: { isPinned: false },
  protect: { isProtected: true },
  unprotect: { isProtected: false },
  lock: { isLocked: true },
  unlock: { isLocked: false },
} as const

type FlagOperation = keyof typeof flagColumns

/** Changes nothing but a column of the question. */
async function setFlag(tx: Tx, actor: Actor, questionId: string, operation: FlagOperation) {
  const previous = await lockQuestion(tx, actor, questionId)
  assertAllowed(canOperate(actor, operation, previous))
  if (!isNewState(operation, previous)) return
  await tx.update(questions).set(flagColumns[operation]).where(eq(questions.id, questionId))
  await emitFlag(tx, operation, { questionId, userId: actor.id })
}

async function emitFlag(
  tx: Tx,
  operation: FlagOperation,
  payload: { questionId: string; userId: string },
) {
  if (operation === 'pin') await tx.emit('question.pinned', payload)
  else if (operation === 'unpin') await tx.emit('question.unpinned', payload)
  else if (operation === 'protect') await tx.emit('question.protected', payload)
  else if (operation === 'unprotect') await tx.emit('question.unprotected', payload)
  else if (operation === 'lock') await tx.emit('question.locked', payload)
  else await tx.emit('question.unlocked', payload)
}

/** Counters of tags, of the author and of linked questions include listed questions only. */
async function setListed(tx: Tx, actor: Actor, questionId: string, isListed: boolean) {
  const operation = isListed ? 'show' : 'hide'
  const previousLinks = await lockLinkedExclusively(tx, [questionId])
  const previous = await lockQuestion(tx, actor, questionId)
  assertAllowed(canOperate(actor, operation, previous))
  if (!isNewState(operation, previous)) return
  await tx.update(questions).set({ isListed }).where(eq(questions.id, questionId))
  await updateLinkedCounts(tx, [questionId], previousLinks)
  const payload = { questionId, userId: actor.id }
  if (isListed) await tx.emit('question.listed', payload)
  else await tx.emit('question.unlisted', payload)
  if (!isInLists({ ...previous, isListed: true })) return
  const tagIds = await listTagIds(tx, questionId)
  await updateQuestionCounts(tx, isListed ? { increment: tagIds } : { decrement: tagIds })
  await addToQuestionCount(tx, previous.userId, isListed ? 1 : -1)
}
