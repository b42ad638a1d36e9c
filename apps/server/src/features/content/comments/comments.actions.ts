import type { Tx } from '../../../kernel/context.ts'
import { questionStatuses } from '@stoa/contract/features/questions'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { fail, failField } from '../../../kernel/errors.ts'
import { deleteContentKeys } from '../../../kernel/idempotency.ts'
import {
  type Actor,
  assertAllowed,
  checkPrivilege,
  requiredReputation,
} from '../../../kernel/rules.ts'
import { requireRow } from '../../../kernel/transact.ts'
import {
  assertLinksAllowed,
  recordText,
  saveRevision,
  renderContent,
} from '../shared/posts.actions.ts'
import { assertNotConverted } from '../shared/conversions.queries.ts'
import { findMentioned } from '../shared/mentions.queries.ts'
import { getPost, type PostState } from '../shared/posts.queries.ts'
import { canChange } from '../shared/posts.rules.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { revisions, revisionStatuses } from '../../../schema/revisions.ts'
import { holdAgain, holdContent, isUnapproved, withdrawHeld } from '../holding/holding.actions.ts'
import { reviewContent, type Sender } from '../holding/reviewing.actions.ts'
import { saveTrace } from '../holding/traces.actions.ts'
import {
  canComment,
  canDeleteComment,
  canEditComment,
  canRecoverComment,
} from './comments.rules.ts'

type NewComment = {
  objectId: string
  text: string
  replyToId?: string
  mentions: readonly string[]
}

/**
 * Locks the post, so that it cannot be deleted meanwhile and its count is exact. Without a sender, the comment is not
 * reviewed.
 */
export async function addComment(tx: Tx, actor: Actor, input: NewComment, sender: Sender | null) {
  const required = requiredReputation(tx.ctx.settings)
  assertAllowed(checkPrivilege(actor, 'comment.add', required))
  const { columns, ...references } = await renderComment(tx, actor, input.text)
  assertLinksAllowed(tx, actor, { columns }, { field: 'original_text' })
  const { originalText: text, parsedText: html } = columns
  const written = { objectType: 'comment', title: '', text, html, tags: [] } as const
  const { hold, trace } = await reviewContent(tx, actor, sender, written)
  const post = await getPost(tx, actor, input.objectId, { forUpdate: true })
  assertAllowed(canChange(actor, post))
  assertAllowed(canComment(actor, post, required))
  if (input.replyToId !== undefined) await assertOnPost(tx, input.replyToId, post)
  const [created] = await tx
    .insert(comments)
    .values({
      questionId: post.questionId,
      answerId: post.answerId,
      userId: actor.id,
      replyToId: input.replyToId ?? null,
      ...columns,
      status: hold === null ? questionStatuses.open : questionStatuses.pending,
      createdAt: tx.now,
    })
    .returning({ id: comments.id })
  const commentId = requireRow(created).id
  await recordText(tx, commentId, references)
  const { questionId } = post
  const isHeld = hold !== null
  if (trace !== null) await saveTrace(tx, trace, { objectId: commentId, questionId, isHeld })
  if (hold !== null) {
    const held = { objectId: commentId, questionId, userId: actor.id, mentions: input.mentions }
    await holdContent(tx, hold, held)
    return commentId
  }
  await addToCommentCount(tx, post, 1)
  const mentioned = await findMentioned(tx, actor, [...references.mentions, ...input.mentions])
  await tx.emit('comment.added', {
    commentId,
    postId: post.id,
    questionId: post.questionId,
    userId: actor.id,
    mentioned,
  })
  return commentId
}

/** A comment and its replies are on the same post. */
async function assertOnPost(tx: Tx, commentId: string, post: PostState) {
  const [found] = await tx
    .select({ id: comments.id })
    .from(comments)
    .where(
      and(
        eq(comments.id, commentId),
        eq(comments.questionId, post.questionId),
        post.answerId === null ? isNull(comments.answerId) : eq(comments.answerId, post.answerId),
        eq(comments.status, questionStatuses.open),
      ),
    )
  if (found === undefined) fail('comment.reply_elsewhere')
}

async function renderComment(tx: Tx, actor: Actor, text: string) {
  const { columns, ...references } = await renderContent(tx, actor, text, {
    field: 'original_text',
  })
  const { excerpt: _, ...commentColumns } = columns
  if (commentColumns.parsedText.trim() === '') failField('original_text', 'comment.empty')
  return { columns: commentColumns, ...references }
}

export async function addToCommentCount(
  tx: Tx,
  { questionId, answerId }: Pick<PostState, 'questionId' | 'answerId'>,
  delta: number,
) {
  const [table, id] = answerId === null ? [questions, questionId] : [answers, answerId]
  await tx
    .update(table)
    .set({ commentCount: sql`${table.commentCount} + ${delta}` })
    .where(eq(table.id, id))
}

type CommentEdit = { commentId: string; text: string }

/** Previous versions are saved for staff, from the first edit on. */
export async function editComment(tx: Tx, actor: Actor, { commentId, text }: CommentEdit) {
  await getEditableComment(tx, actor, commentId, { forUpdate: false })
  const { columns, ...references } = await renderComment(tx, actor, text)
  const previous = await getEditableComment(tx, actor, commentId, { forUpdate: true })
  if (text === previous.originalText) return { commentId, ...columns }
  const { parsedText: previousHtml } = previous
  assertLinksAllowed(tx, actor, { columns }, { field: 'original_text', previousHtml })
  await saveCommentRevisions(tx, actor, previous, text)
  await recordText(tx, commentId, references, previous.originalText)
  await tx
    .update(comments)
    .set({ ...columns, editedAt: tx.now })
    .where(eq(comments.id, commentId))
  const postId = previous.answerId ?? previous.questionId
  if (previous.status === questionStatuses.pending)
    await tx.emit('pending_content.edited', { objectId: commentId, userId: actor.id })
  else
    await tx.emit('comment.edited', {
      commentId,
      postId,
      questionId: previous.questionId,
      authorId: previous.userId,
      userId: actor.id,
    })
  return { commentId, ...columns }
}

async function getEditableComment(
  tx: Tx,
  actor: Actor,
  commentId: string,
  options: { forUpdate: boolean },
) {
  const state = await getPost(tx, actor, commentId, options)
  const [found] = await tx.select().from(comments).where(eq(comments.id, commentId))
  const row = requireRow(found)
  assertAllowed(canChange(actor, state))
  assertAllowed(canEditComment(actor, row, tx.now))
  if (state.isDeleted) fail('object.already_deleted')
  return row
}

/** The original is saved only with the first edit, because most comments are never edited. */
export async function saveCommentRevisions(
  tx: Tx,
  actor: Actor,
  previous: typeof comments.$inferSelect,
  text: string,
) {
  const [saved] = await tx
    .select({ versions: count() })
    .from(revisions)
    .where(eq(revisions.objectId, previous.id))
  const versions = saved?.versions ?? 0
  if (versions === 0) {
    await saveRevision(tx, {
      objectId: previous.id,
      version: 1,
      userId: previous.userId,
      originalText: previous.originalText,
      status: revisionStatuses.first,
      createdAt: previous.createdAt,
    })
  }
  await saveRevision(tx, {
    objectId: previous.id,
    version: Math.max(versions, 1) + 1,
    userId: actor.id,
    originalText: text,
    status: revisionStatuses.passed,
  })
}

export async function deleteComment(tx: Tx, actor: Actor, commentId: string) {
  await withdrawHeld(tx, actor, commentId)
  const state = await getPost(tx, actor, commentId, { forUpdate: true })
  assertAllowed(canDeleteComment(actor, state))
  const [previous] = await tx
    .select({ status: comments.status })
    .from(comments)
    .where(eq(comments.id, commentId))
  await tx
    .update(comments)
    .set({ status: questionStatuses.deleted, deletedAt: tx.now, deletedBy: actor.id })
    .where(eq(comments.id, commentId))
  if (previous?.status === questionStatuses.open) await addToCommentCount(tx, state, -1)
  const postId = state.answerId ?? state.questionId
  await tx.emit('comment.deleted', {
    commentId,
    postId,
    questionId: state.questionId,
    authorId: state.userId,
    userId: actor.id,
  })
  await deleteContentKeys(tx, actor.id)
}

/** Restores a comment, whoever deleted it: to the queue if it waited for a moderator. Idempotent. */
export async function recoverComment(tx: Tx, actor: Actor, commentId: string) {
  assertAllowed(canRecoverComment(actor))
  const [comment] = await tx
    .select()
    .from(comments)
    .where(eq(comments.id, commentId))
    .for('no key update')
  if (comment === undefined) fail('comment.not_found')
  if (comment.status !== questionStatuses.deleted) return
  await assertNotConverted(tx, commentId)
  const isPending = await isUnapproved(tx, commentId)
  const status = isPending ? questionStatuses.pending : questionStatuses.open
  await tx
    .update(comments)
    .set({ status, deletedAt: null, deletedBy: null })
    .where(eq(comments.id, commentId))
  if (isPending) await holdAgain(tx, commentId)
  else await addToCommentCount(tx, comment, 1)
  const postId = comment.answerId ?? comment.questionId
  await tx.emit('comment.recovered', {
    commentId,
    postId,
    questionId: comment.questionId,
    authorId: comment.userId,
    userId: actor.id,
  })
}
