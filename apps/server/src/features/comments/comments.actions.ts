import { questionStatuses } from '@stoa/contract/features/questions'
import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { fail, failField } from '../../kernel/errors.ts'
import { forgetContents } from '../../kernel/idempotency.ts'
import { type Actor, must, needs, type RequiredReputation } from '../../kernel/rules.ts'
import { inserted, type Tx } from '../../kernel/transact.ts'
import { keepFiles, keepRevision, toWritten } from '../posts/posts.actions.ts'
import { findMentioned } from '../posts/mentions.queries.ts'
import { getPost, type PostState } from '../posts/posts.queries.ts'
import { answers, comments, questions } from '../posts/posts.table.ts'
import { revisions, revisionStatuses } from '../posts/revisions.table.ts'
import { canComment, canDeleteComment, canEditComment } from './comments.rules.ts'

type NewComment = {
  objectId: string
  text: string
  replyToId?: string
  mentions: readonly string[]
}
type Policy = { required: RequiredReputation; siteUrl: string }

/** Comments on a post. The post is locked, so that it cannot be deleted meanwhile and its count is exact. */
export async function comment(tx: Tx, who: Actor, wish: NewComment, policy: Policy) {
  must(needs(who, 'comment.add', policy.required))
  const { columns, ...written } = await writtenComment(tx, who, wish.text, policy.siteUrl)
  const post = await getPost(tx, who, wish.objectId, { isLocked: true })
  must(canComment(who, post, policy.required))
  if (wish.replyToId !== undefined) await expectOnPost(tx, wish.replyToId, post)
  const [created] = await tx
    .insert(comments)
    .values({
      questionId: post.questionId,
      answerId: post.answerId,
      userId: who.id,
      replyToId: wish.replyToId ?? null,
      ...columns,
      createdAt: tx.now,
    })
    .returning({ id: comments.id })
  const commentId = inserted(created).id
  await keepFiles(tx, commentId, written)
  await addToCommentCount(tx, post, 1)
  const mentioned = await findMentioned(tx, who, [...written.mentions, ...wish.mentions])
  await tx.emit('comment.added', { commentId, postId: post.id, userId: who.id, mentioned })
  return commentId
}

/** A reply stands beside what it answers. */
async function expectOnPost(tx: Tx, commentId: string, post: PostState) {
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

async function writtenComment(tx: Tx, who: Actor, text: string, siteUrl: string) {
  const { columns, ...written } = await toWritten(tx, who, text, {
    siteUrl,
    field: 'original_text',
  })
  const { excerpt: _, ...kept } = columns
  if (kept.parsedText.trim() === '') failField('original_text', 'comment.empty')
  return { columns: kept, ...written }
}

async function addToCommentCount(
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

type Edit = { commentId: string; text: string; siteUrl: string }

/** Changes what a comment says. What it said before is kept for staff, from the first change on. */
export async function editComment(tx: Tx, who: Actor, { commentId, text, siteUrl }: Edit) {
  await getEditableComment(tx, who, commentId, { isLocked: false })
  const { columns, ...written } = await writtenComment(tx, who, text, siteUrl)
  const before = await getEditableComment(tx, who, commentId, { isLocked: true })
  if (text === before.originalText) return { commentId, ...columns }
  await keepVersions(tx, who, before, text)
  await keepFiles(tx, commentId, written, before.originalText)
  await tx
    .update(comments)
    .set({ ...columns, editedAt: tx.now })
    .where(eq(comments.id, commentId))
  const postId = before.answerId ?? before.questionId
  await tx.emit('comment.edited', { commentId, postId, userId: who.id })
  return { commentId, ...columns }
}

async function getEditableComment(
  tx: Tx,
  who: Actor,
  commentId: string,
  options: { isLocked: boolean },
) {
  const state = await getPost(tx, who, commentId, options)
  const [found] = await tx.select().from(comments).where(eq(comments.id, commentId))
  const row = inserted(found)
  must(canEditComment(who, row, tx.now))
  if (state.isDeleted) fail('object.already_deleted')
  return row
}

/** Comments that were never changed keep no history: most never are. */
async function keepVersions(
  tx: Tx,
  who: Actor,
  before: typeof comments.$inferSelect,
  text: string,
) {
  const [kept] = await tx
    .select({ versions: count() })
    .from(revisions)
    .where(eq(revisions.objectId, before.id))
  const versions = kept?.versions ?? 0
  if (versions === 0) {
    await keepRevision(tx, {
      objectId: before.id,
      version: 1,
      userId: before.userId,
      originalText: before.originalText,
      status: revisionStatuses.first,
      createdAt: before.createdAt,
    })
  }
  await keepRevision(tx, {
    objectId: before.id,
    version: Math.max(versions, 1) + 1,
    userId: who.id,
    originalText: text,
    status: revisionStatuses.passed,
  })
}

export async function deleteComment(tx: Tx, who: Actor, commentId: string) {
  const state = await getPost(tx, who, commentId, { isLocked: true })
  must(canDeleteComment(who, state))
  const [before] = await tx
    .select({ status: comments.status })
    .from(comments)
    .where(eq(comments.id, commentId))
  await tx
    .update(comments)
    .set({ status: questionStatuses.deleted, deletedAt: tx.now, deletedBy: who.id })
    .where(eq(comments.id, commentId))
  if (before?.status === questionStatuses.open) await addToCommentCount(tx, state, -1)
  const postId = state.answerId ?? state.questionId
  await tx.emit('comment.deleted', { commentId, postId, userId: who.id })
  await forgetContents(tx, who.id)
}
