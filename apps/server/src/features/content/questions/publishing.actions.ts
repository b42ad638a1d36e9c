import { questionStatuses } from '@stoa/contract/features/questions'
import { mentionsIn } from '@stoa/markdown/mentions'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { questions, questionTags } from '../../../schema/posts.ts'
import { hideReputation, restoreReputation } from '../../people/reputation/reputation.actions.ts'
import { lockLinkedExclusively, updateLinkedCounts } from '../shared/links.actions.ts'
import { findMentioned } from '../shared/mentions.queries.ts'
import { findFirstRevisionId, lockQuestion, refreshLastActivity } from '../shared/posts.actions.ts'
import {
  listQuestionTags,
  listTagIds,
  lockTagging,
  type QuestionTagInput,
  resolveTags,
  updateQuestionCounts,
} from '../tags/tags.actions.ts'
import { retag } from './edit.actions.ts'
import { addToQuestionCount } from './questions.actions.ts'

const { open, pending } = questionStatuses

type HeldQuestion = { mentions: readonly string[]; newTags: readonly QuestionTagInput[] }

/** Does what asking does for a question that waited for a moderator. It is asked now, so that readers find it in lists. */
export async function publishQuestion(
  tx: Tx,
  actor: Actor,
  questionId: string,
  { mentions, newTags }: HeldQuestion,
) {
  const previousLinks = await lockLinkedExclusively(tx, [questionId])
  const previous = await lockQuestion(tx, actor, questionId)
  if (previous.status !== pending) fail('review.decided')
  const { userId } = previous
  // In the name of the author, by right of the moderator.
  const author = { ...actor, id: userId }
  await tx
    .update(questions)
    .set({
      status: open,
      createdAt: tx.now,
      activeAt: tx.now,
      activeKind: 'asked',
      activeBy: userId,
    })
    .where(eq(questions.id, questionId))
  await lockTagging(tx, 'shared')
  const tagIds = await publishTags(tx, author, { ...previous, createdAt: tx.now }, newTags)
  await updateLinkedCounts(tx, [questionId], previousLinks)
  const names = [...mentionsIn(previous.parsedText), ...mentions]
  const mentioned = await findMentioned(tx, author, names)
  const revisionId = await findFirstRevisionId(tx, questionId)
  await tx.emit('question.asked', { questionId, userId, revisionId, mentioned })
  if (previous.isListed) await updateQuestionCounts(tx, { increment: tagIds })
  await restoreReputation(tx, questionId, actor.id)
  if (previous.isListed) await addToQuestionCount(tx, userId, 1)
}

/** The time of asking is repeated with every tag. */
async function publishTags(
  tx: Tx,
  author: Actor,
  question: typeof questions.$inferSelect,
  newTags: readonly QuestionTagInput[],
) {
  const previousTags = await listQuestionTags(tx, question.id)
  if (newTags.length === 0) {
    await tx
      .update(questionTags)
      .set({ askedAt: tx.now })
      .where(eq(questionTags.questionId, question.id))
    return previousTags.map(({ id }) => id)
  }
  const created = await resolveTags(tx, author, newTags)
  const isNew = ({ id }: { id: string }) => previousTags.every((tag) => tag.id !== id)
  const tags = [...previousTags, ...created.filter(isNew)]
  await retag(tx, question, previousTags, tags)
  return tags.map(({ id }) => id)
}

/** Undoes `publishQuestion`. */
export async function unpublishQuestion(tx: Tx, actor: Actor, questionId: string, heldAt: Date) {
  const previousLinks = await lockLinkedExclusively(tx, [questionId])
  const previous = await lockQuestion(tx, actor, questionId)
  if (previous.status !== open) fail('review.undo_not_possible')
  const { userId, isListed } = previous
  await tx
    .update(questions)
    .set({ status: pending, isPinned: false, createdAt: heldAt })
    .where(eq(questions.id, questionId))
  await refreshLastActivity(tx, questionId)
  await updateLinkedCounts(tx, [questionId], previousLinks)
  await tx.emit('content.unpublished', { objectId: questionId, questionId, userId: actor.id })
  const tagIds = await listTagIds(tx, questionId)
  await tx
    .update(questionTags)
    .set({ askedAt: heldAt })
    .where(eq(questionTags.questionId, questionId))
  if (isListed) await updateQuestionCounts(tx, { decrement: tagIds })
  await hideReputation(tx, [questionId], actor.id)
  if (isListed) await addToQuestionCount(tx, userId, -1)
}
