import { questionStatuses } from '@stoa/contract/features/questions'
import { eq } from 'drizzle-orm'
import { type Actor, must } from '../../kernel/rules.ts'
import type { Tx } from '../../kernel/transact.ts'
import { lockQuestion } from '../posts/posts.actions.ts'
import { questions } from '../posts/posts.table.ts'
import { canReopen } from './questions.rules.ts'

/** Opens a closed question again. Lists and counts have it either way. */
export async function reopenQuestion(tx: Tx, who: Actor, questionId: string) {
  must(canReopen(await lockQuestion(tx, who, questionId)))
  await tx
    .update(questions)
    .set({ status: questionStatuses.open })
    .where(eq(questions.id, questionId))
  await tx.emit('question.reopened', { questionId, userId: who.id })
}
