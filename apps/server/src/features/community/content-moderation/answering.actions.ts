import { questionStatuses } from '@stoa/contract/features/questions'
import { toIdOfType } from '@stoa/contract/ids'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import { answers, comments } from '../../../schema/posts.ts'
import { conversions } from '../../../schema/conversions.ts'
import { revisionStatuses } from '../../../schema/revisions.ts'
import { addToAnswerCount, assertCanAnswerAgain } from '../../content/answers/answers.actions.ts'
import { addToCommentCount } from '../../content/comments/comments.actions.ts'
import { canConvertComment } from '../../content/comments/comments.rules.ts'
import { isOpenForAnswers } from '../../content/questions/questions.rules.ts'
import { findConversion } from '../../content/shared/conversions.queries.ts'
import {
  lockLinkedQuestions,
  saveLinks,
  updateLinkedCounts,
} from '../../content/shared/links.actions.ts'
import {
  lockQuestion,
  refreshAnswerSummary,
  refreshLastActivity,
  renderContent,
  saveRevision,
  recordText,
} from '../../content/shared/posts.actions.ts'
import { getPost } from '../../content/shared/posts.queries.ts'
import { restoreReputation } from '../../people/reputation/reputation.actions.ts'
import { recordStaffAction } from '../staff-log/staff-log.actions.ts'
import { copyUpvotes, saveConversion } from './forms.actions.ts'
import { countOpen, listThread, lockAnswers, lockComments } from './threads.actions.ts'

const { open, deleted } = questionStatuses

type CommentRow = typeof comments.$inferSelect
type AnswerRow = typeof answers.$inferSelect
type Rendered = Awaited<ReturnType<typeof renderContent>>

/**
 * Deletes a comment and makes its text an answer. Replies become comments on the answer. Restores the answer if the comment
 * was one before.
 */
export async function convertComment(tx: Tx, actor: Actor, commentId: string) {
  const state = await getPost(tx, actor, commentId, { forUpdate: false })
  if (state.isDeleted) fail('object.already_deleted')
  const rendered = await render(tx, actor, commentId)
  await lockComments(tx, await listThread(tx, commentId))
  const comment = await getCommentRow(tx, commentId)
  const { questionId } = comment
  const former = await findFormer(tx, comment)
  await lockAnswers(tx, [comment.answerId, former?.id])
  const previousLinks = await lockLinkedQuestions(tx, [questionId], rendered.links)
  await assertConvertible(tx, actor, comment, former)
  if (comment.originalText !== rendered.columns.originalText) fail('edit.conflict')
  await assertCanAnswerAgain(tx, comment.userId, questionId)
  const answerId = await saveAnswer(tx, actor, { comment, former, rendered })
  const movedReplies = await moveReplies(tx, comment, answerId)
  await tx
    .update(comments)
    .set({ status: deleted, deletedAt: tx.now, deletedBy: actor.id })
    .where(eq(comments.id, commentId))
  await addToCommentCount(tx, comment, -1 - countOpen(movedReplies))
  await saveConversion(tx, { answerId, commentId, isComment: false })
  await recordText(tx, answerId, rendered, comment.originalText)
  await copyUpvotes(tx, commentId, answerId)
  await refreshAnswerSummary(tx, questionId)
  await refreshLastActivity(tx, questionId)
  if (previousLinks !== null) {
    await saveLinks(tx, { questionId, postId: answerId }, rendered.links)
    await updateLinkedCounts(tx, [questionId], previousLinks)
  }
  await record(tx, actor, { comment, answerId, replies: movedReplies.length })
  if (former !== undefined) await restoreReputation(tx, answerId, actor.id)
  await addToAnswerCount(tx, comment.userId, 1)
  return { answerId, questionId }
}

/** Before any lock. Comments have no excerpt and no links. */
async function render(tx: Tx, actor: Actor, commentId: string) {
  const { originalText } = await getCommentRow(tx, commentId)
  return await renderContent(tx, actor, originalText, { field: 'comment_id' })
}

async function getCommentRow(tx: Tx, commentId: string) {
  const [row] = await tx.select().from(comments).where(eq(comments.id, commentId))
  return row ?? fail('comment.not_found')
}

/** The answer that the comment was before, unless the comment was moved to another question since. */
async function findFormer(tx: Tx, { id, questionId }: CommentRow): Promise<AnswerRow | undefined> {
  const conversion = await findConversion(tx, id)
  if (conversion === null) return undefined
  const [former] = await tx.select().from(answers).where(eq(answers.id, conversion.answerId))
  if (former?.questionId === questionId) return former
  await tx.delete(conversions).where(eq(conversions.commentId, id))
  return undefined
}

async function assertConvertible(
  tx: Tx,
  actor: Actor,
  comment: CommentRow,
  former: AnswerRow | undefined,
) {
  const question = await lockQuestion(tx, actor, comment.questionId)
  const parent = await getPost(tx, actor, comment.answerId ?? comment.questionId, {
    forUpdate: false,
  })
  assertAllowed(canConvertComment(actor, { ...comment, isLocked: parent.isLocked }))
  if (parent.isDeleted) fail('object.already_deleted')
  if (parent.isPending) fail('post.pending')
  if (former === undefined && !isOpenForAnswers(question)) fail('answer.question_closed')
}

type NewAnswer = { comment: CommentRow; former: AnswerRow | undefined; rendered: Rendered }

/** Former versions of a comment are for staff only, so the answer starts with the current text. */
async function saveAnswer(tx: Tx, actor: Actor, { comment, former, rendered }: NewAnswer) {
  if (former !== undefined) return await restoreAnswer(tx, actor, former, rendered)
  const { questionId, userId, createdAt } = comment
  const id = toIdOfType(comment.id, 'answer')
  const [taken] = await tx.select({ id: answers.id }).from(answers).where(eq(answers.id, id))
  const [created] = await tx
    .insert(answers)
    .values({
      ...(taken === undefined ? { id } : {}),
      questionId,
      userId,
      createdAt,
      ...rendered.columns,
    })
    .returning({ id: answers.id })
  const answerId = requireRow(created).id
  const originalText = rendered.columns.originalText
  const { first: status } = revisionStatuses
  await saveRevision(tx, {
    objectId: answerId,
    version: 1,
    userId,
    originalText,
    status,
    createdAt,
  })
  return answerId
}

/** An edit of the comment becomes a new version. */
async function restoreAnswer(tx: Tx, actor: Actor, former: AnswerRow, { columns }: Rendered) {
  const isEdited = former.originalText !== columns.originalText
  const version = isEdited ? former.version + 1 : former.version
  await tx
    .update(answers)
    .set({
      status: open,
      statusBefore: null,
      deletedAt: null,
      deletedBy: null,
      ...(isEdited ? { ...columns, version, editedAt: tx.now, editedBy: actor.id } : {}),
    })
    .where(eq(answers.id, former.id))
  if (isEdited) {
    await saveRevision(tx, {
      objectId: former.id,
      version,
      userId: actor.id,
      originalText: columns.originalText,
      status: revisionStatuses.passed,
    })
  }
  return former.id
}

/** Returns the moved comments. */
async function moveReplies(tx: Tx, comment: CommentRow, answerId: string) {
  const ids = (await listThread(tx, comment.id)).filter((id) => id !== comment.id)
  if (ids.length === 0) return []
  const moved = await tx
    .update(comments)
    .set({
      answerId,
      replyToId: sql`nullif(${comments.replyToId}, ${comment.id}::bigint)`,
    })
    .where(inArray(comments.id, ids))
    .returning({ status: comments.status })
  await addToCommentCount(tx, { questionId: comment.questionId, answerId }, countOpen(moved))
  return moved
}

async function record(
  tx: Tx,
  actor: Actor,
  { comment, answerId, replies }: { comment: CommentRow; answerId: string; replies: number },
) {
  const { id: commentId, questionId, userId } = comment
  const postId = comment.answerId ?? questionId
  const event = { commentId, answerId, questionId, postId, userId: actor.id }
  await tx.emit('comment.converted', event)
  await recordStaffAction(tx, {
    actorId: actor.id,
    action: 'convert',
    objectType: 'comment',
    objectId: commentId,
    userId,
    before: { comment: commentId, post: postId, score: comment.score },
    after: { answer: answerId, moved_comments: replies },
  })
}
