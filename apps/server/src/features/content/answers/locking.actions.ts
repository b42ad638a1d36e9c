import type { AnswerOperationName } from '@stoa/contract/features/answers'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import { answers } from '../../../schema/posts.ts'
import { lockAnswer } from '../shared/posts.actions.ts'
import { canLockAnswer } from './answers.rules.ts'

/** Locks an answer for everyone but staff, or undoes it. Idempotent. */
export async function operateAnswer(
  tx: Tx,
  actor: Actor,
  { id: answerId, operation }: { id: string; operation: AnswerOperationName },
) {
  const previous = await lockAnswer(tx, actor, answerId)
  assertAllowed(canLockAnswer(actor, previous))
  const isLocked = operation === 'lock'
  if (previous.isLocked === isLocked) return
  await tx.update(answers).set({ isLocked }).where(eq(answers.id, answerId))
  const event = { answerId, questionId: previous.questionId, userId: actor.id }
  if (isLocked) await tx.emit('answer.locked', event)
  else await tx.emit('answer.unlocked', event)
}
