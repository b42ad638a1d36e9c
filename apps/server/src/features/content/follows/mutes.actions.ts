import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { mutedQuestions } from '../../../schema/follows.ts'
import { getPost } from '../shared/posts.queries.ts'

type Mute = { questionId: string; isOn: boolean }

/** A question that the actor may not see is reported as missing. */
export async function muteQuestion(tx: Tx, actor: Actor, { questionId, isOn }: Mute) {
  const { id } = await getPost(tx, actor, questionId, { forUpdate: false })
  if (isOn)
    await tx
      .insert(mutedQuestions)
      .values({ userId: actor.id, questionId: id, createdAt: tx.now })
      .onConflictDoNothing()
  else
    await tx
      .delete(mutedQuestions)
      .where(and(eq(mutedQuestions.userId, actor.id), eq(mutedQuestions.questionId, id)))
}

export async function unmuteAll(tx: Tx, userId: string) {
  await tx.delete(mutedQuestions).where(eq(mutedQuestions.userId, userId))
}
