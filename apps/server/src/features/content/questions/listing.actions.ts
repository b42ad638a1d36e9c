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

/** Pins, unpins, unlists or lists a question. Idempotent. */
export async function operateQuestion(
  tx: Tx,
  actor: Actor,
  { id, operation }: { id: string; operation: QuestionOperationName },
) {
  if (operation === 'pin' || operation === 'unpin')
    await setPinned(tx, actor, id, operation === 'pin')
  else await setListed(tx, actor, id, operation === 'show')
}

async function setPinned(tx: Tx, actor: Actor, questionId: string, isPinned: boolean) {
  const operation = isPinned ? 'pin' : 'unpin'
  const previous = await lockQuestion(tx, actor, questionId)
  assertAllowed(canOperate(actor, operation, previous))
  if (!isNewState(operation, previous)) return
  await tx.update(questions).set({ isPinned }).where(eq(questions.id, questionId))
  const payload = { questionId, userId: actor.id }
  if (isPinned) await tx.emit('question.pinned', payload)
  else await tx.emit('question.unpinned', payload)
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
