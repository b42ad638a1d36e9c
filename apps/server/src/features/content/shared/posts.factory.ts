import { render } from '@stoa/markdown/render'
import { sql, eq } from 'drizzle-orm'
import type { Context } from '../../../kernel/context.ts'
import { requireRow, transact } from '../../../kernel/transact.ts'
import { toTextColumns } from './posts.actions.ts'
import { answers, questions } from '../../../schema/posts.ts'

export async function anAnswer(
  ctx: Context,
  {
    questionId,
    userId,
    text = 'Three weeks.',
  }: { questionId: string; userId: string; text?: string },
) {
  return await transact(ctx, async (tx) => {
    const [created] = await tx
      .insert(answers)
      .values({ questionId, userId, ...toTextColumns(text, render(text)), createdAt: tx.now })
      .returning({ id: answers.id })
    const { id } = requireRow(created)
    await tx
      .update(questions)
      .set({ answerCount: sql`${questions.answerCount} + 1`, lastAnswerId: id })
      .where(eq(questions.id, questionId))
    return { id, questionId }
  })
}

/** Deletes a question or an answer, or restores it with `by` null. */
export async function setDeleted(
  ctx: Context,
  kind: 'question' | 'answer',
  id: string,
  by: string | null,
) {
  const table = kind === 'question' ? questions : answers
  const change =
    by === null
      ? { status: 1 as const, deletedAt: null, deletedBy: null }
      : { status: 10 as const, deletedAt: ctx.clock.now(), deletedBy: by }
  await ctx.autocommit.update(table).set(change).where(eq(table.id, id))
}
