import { questionStatuses } from '@stoa/contract/features/questions'
import { toIdOfType } from '@stoa/contract/ids'
import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { answers, comments } from '../../../schema/posts.ts'
import { addToAnswerCount } from '../../content/answers/answers.actions.ts'
import { canConvertAnswer } from '../../content/answers/answers.rules.ts'
import { addToCommentCount, saveCommentRevisions } from '../../content/comments/comments.actions.ts'
import { findConversion } from '../../content/shared/conversions.queries.ts'
import { lockLinkedQuestions, updateLinkedCounts } from '../../content/shared/links.actions.ts'
import {
  lockAnswer,
  lockQuestion,
  refreshAnswerSummary,
  refreshLastActivity,
} from '../../content/shared/posts.actions.ts'
import { getPost, type PostState } from '../../content/shared/posts.queries.ts'
import { hideReputation } from '../../people/reputation/reputation.actions.ts'
import { recordStaffAction } from '../staff-log/staff-log.actions.ts'
import { canReceiveComments } from './content-moderation.rules.ts'
import { copyFileUses, copyUpvotes, saveConversion } from './forms.actions.ts'
import { countOpen, lockAnswers, lockComments } from './threads.actions.ts'

const { open, deleted } = questionStatuses

/**
 * Deletes an answer and makes its text a comment on another post of the question. Comments on the answer become replies.
 * Restores the comment if the answer was one before.
 */
export async function convertAnswer(
  tx: Tx,
  actor: Actor,
  { answerId, targetId }: { answerId: string; targetId: string },
) {
  const known = await findConversion(tx, answerId)
  await lockComments(tx, await listCommentsOf(tx, answerId, known?.commentId))
  await lockAnswers(tx, [answerId, targetId])
  const answer = await lockAnswer(tx, actor, answerId)
  const former = await findConversion(tx, answerId)
  const { questionId, userId } = answer
  const previousLinks = await lockLinkedQuestions(tx, [questionId], [])
  const question = await lockQuestion(tx, actor, questionId)
  const isLocked = answer.isLocked || question.isLocked
  assertAllowed(canConvertAnswer(actor, { ...answer, isLocked }))
  const target = await getTarget(tx, actor, answer, targetId)
  const commentId = await saveComment(tx, actor, answer, { target, commentId: former?.commentId })
  const moved = await moveCommentsOf(tx, answer, target, commentId)
  await addToCommentCount(tx, target, 1 + countOpen(moved))
  await hideAnswer(tx, actor, answerId)
  await saveConversion(tx, { answerId, commentId, isComment: true })
  await copyFileUses(tx, answerId, commentId)
  await copyUpvotes(tx, answerId, commentId)
  const isAccepted = question.acceptedAnswerId === answerId
  await refreshAnswerSummary(tx, questionId)
  await refreshLastActivity(tx, questionId)
  if (previousLinks !== null) await updateLinkedCounts(tx, [questionId], previousLinks)
  const event = { answerId, questionId, userId: actor.id }
  if (isAccepted) await tx.emit('answer.unaccepted', event)
  await tx.emit('answer.converted', { ...event, commentId, postId: target.id })
  await recordStaffAction(tx, {
    actorId: actor.id,
    action: 'convert',
    objectType: 'answer',
    objectId: answerId,
    userId,
    before: { answer: answerId, score: answer.score, accepted: isAccepted },
    after: { comment: commentId, post: target.id, moved_comments: moved.length },
  })
  await hideReputation(tx, [answerId], actor.id)
  await addToAnswerCount(tx, userId, -1)
  return { commentId, postId: target.id }
}

/** Its comments are elsewhere. */
async function hideAnswer(tx: Tx, actor: Actor, answerId: string) {
  await tx
    .update(answers)
    .set({
      status: deleted,
      statusBefore: open,
      deletedAt: tx.now,
      deletedBy: actor.id,
      commentCount: 0,
    })
    .where(eq(answers.id, answerId))
}

type AnswerRow = typeof answers.$inferSelect

async function listCommentsOf(tx: Tx, answerId: string, formerId: string | undefined) {
  const rows = await tx
    .select({ id: comments.id })
    .from(comments)
    .innerJoin(answers, eq(answers.id, comments.answerId))
    // The question id is needed to use the index.
    .where(sql`${answers.id} = ${answerId} and ${comments.questionId} = ${answers.questionId}`)
  return [...rows.map(({ id }) => id), ...(formerId === undefined ? [] : [formerId])]
}

async function getTarget(tx: Tx, actor: Actor, answer: AnswerRow, targetId: string) {
  if (targetId === answer.id) fail('comment.same_post')
  const target = await getPost(tx, actor, targetId, { forUpdate: false })
  if (target.questionId !== answer.questionId) fail('target.other_question')
  assertAllowed(canReceiveComments(target))
  return target
}

type CommentTarget = { target: PostState; commentId: string | undefined }

/** The time of posting stays, and so does the place among other comments, which is the order of ids. */
async function saveComment(
  tx: Tx,
  actor: Actor,
  answer: AnswerRow,
  { target, commentId: formerId }: CommentTarget,
) {
  const { userId, createdAt, editedAt, originalText, parsedText, rendererVersion } = answer
  const { questionId, answerId } = target
  const content = { originalText, parsedText, rendererVersion, editedAt }
  if (formerId === undefined) {
    const id = toIdOfType(answer.id, 'comment')
    const [taken] = await tx.select({ id: comments.id }).from(comments).where(eq(comments.id, id))
    const [created] = await tx
      .insert(comments)
      .values({
        ...(taken === undefined ? { id } : {}),
        questionId,
        answerId,
        userId,
        createdAt,
        ...content,
      })
      .returning({ id: comments.id })
    return requireRow(created).id
  }
  const former = requireRow((await tx.select().from(comments).where(eq(comments.id, formerId)))[0])
  if (former.originalText !== originalText)
    await saveCommentRevisions(tx, actor, former, originalText)
  await tx
    .update(comments)
    .set({
      ...content,
      questionId,
      answerId,
      status: open,
      deletedAt: null,
      deletedBy: null,
      replyToId: await findParent(tx, former.replyToId, target),
    })
    .where(eq(comments.id, formerId))
  return formerId
}

/** The comment that it replied to may be elsewhere by now. */
async function findParent(tx: Tx, parentId: string | null, target: PostState) {
  if (parentId === null) return null
  const [parent] = await tx.select().from(comments).where(eq(comments.id, parentId))
  const isOnTarget = parent?.questionId === target.questionId && parent.answerId === target.answerId
  return isOnTarget ? parentId : null
}

async function moveCommentsOf(tx: Tx, answer: AnswerRow, target: PostState, commentId: string) {
  return await tx
    .update(comments)
    .set({
      answerId: target.answerId,
      replyToId: sql`coalesce(${comments.replyToId}, ${commentId}::bigint)`,
    })
    .where(
      sql`${comments.questionId} = ${answer.questionId} and ${comments.answerId} = ${answer.id}
        and ${comments.id} <> ${commentId}`,
    )
    .returning({ status: comments.status })
}
