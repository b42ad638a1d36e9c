import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type {
  setAnswerStatus as answerCall,
  setQuestionStatus as questionCall,
} from '@stoa/contract/features/content-admin'
import { questionStatuses } from '@stoa/contract/features/questions'
import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { heldPosts } from '../../../schema/held-posts.ts'
import { answers, questions } from '../../../schema/posts.ts'
import { decideHeldPost } from '../../community/held-posts/decisions.actions.ts'
import { deleteAnswer, recoverAnswer } from '../../content/answers/deletion.actions.ts'
import { closeQuestion, reopenQuestion } from '../../content/questions/closing.actions.ts'
import { deleteQuestion, recoverQuestion } from '../../content/questions/deletion.actions.ts'

const { closed, deleted, pending } = questionStatuses

export async function setQuestionStatus(
  tx: Tx,
  actor: Actor,
  input: ParsedInputOf<typeof questionCall>,
) {
  const { question_id: id, status, close_type = 0, close_msg } = input
  if (status === 'deleted') return await deleteQuestion(tx, actor, id)
  if (status === 'closed') return await closeQuestion(tx, actor, { id, close_type, close_msg })
  const before = (await findQuestionStatus(tx, id)) ?? fail('question.not_found')
  if (before === closed) return await reopenQuestion(tx, actor, id)
  if (before === deleted) await recoverQuestion(tx, actor, id)
  if ((await findQuestionStatus(tx, id)) === pending) await approve(tx, actor, id)
}

export async function setAnswerStatus(
  tx: Tx,
  actor: Actor,
  { answer_id: id, status }: ParsedInputOf<typeof answerCall>,
) {
  if (status === 'deleted') return await deleteAnswer(tx, actor, id)
  const before = (await findAnswerStatus(tx, id)) ?? fail('answer.not_found')
  if (before === deleted) await recoverAnswer(tx, actor, id)
  if ((await findAnswerStatus(tx, id)) === pending) await approve(tx, actor, id)
}

/** Publishes what waits, and closes its entry in the queue. */
async function approve(tx: Tx, actor: Actor, objectId: string) {
  const [entry] = await tx
    .select({ id: heldPosts.id })
    .from(heldPosts)
    .where(and(eq(heldPosts.objectId, objectId), isNull(heldPosts.decidedAt)))
  if (entry === undefined) return
  await decideHeldPost(tx, actor, { review_id: entry.id, status: 'approve', reason: '' })
}

async function findQuestionStatus(tx: Tx, id: string) {
  const [row] = await tx
    .select({ status: questions.status })
    .from(questions)
    .where(eq(questions.id, id))
  return row?.status ?? null
}

async function findAnswerStatus(tx: Tx, id: string) {
  const [row] = await tx.select({ status: answers.status }).from(answers).where(eq(answers.id, id))
  return row?.status ?? null
}
