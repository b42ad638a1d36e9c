import { questionStatuses } from '@stoa/contract/features/questions'
import { eq } from 'drizzle-orm'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import type { Tx } from '../../../kernel/context.ts'
import { lockQuestion } from '../shared/posts.actions.ts'
import { questions } from '../../../schema/posts.ts'
import { canReopen } from './questions.rules.ts'

/** Lists and counts include closed questions, so they do not change. */
export async function reopenQuestion(tx: Tx, actor: Actor, questionId: string) {
  assertAllowed(canReopen(await lockQuestion(tx, actor, questionId)))
  await tx
    .update(questions)
    .set({ status: questionStatuses.open })
    .where(eq(questions.id, questionId))
  await tx.emit('question.reopened', { questionId, userId: actor.id })
}
