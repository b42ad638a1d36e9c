import { questionStatuses } from '@stoa/contract/features/questions'
import { generalSettings } from '@stoa/contract/settings/site'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail, failField } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import { flagCases } from '../../../schema/flags.ts'
import { heldPosts } from '../../../schema/held-posts.ts'
import { answers, comments, questions } from '../../../schema/posts.ts'
import { addToCommentCount } from '../../content/comments/comments.actions.ts'
import { canMoveComment } from '../../content/comments/comments.rules.ts'
import { getPost, type PostState } from '../../content/shared/posts.queries.ts'
import { recordStaffAction } from '../staff-log/staff-log.actions.ts'
import { canReceiveComments, findPostId } from './content-moderation.rules.ts'

type Move = { commentId: string; target: string; replyToId?: string | undefined }

/** Moves a comment with its replies, deleted and pending ones included. */
export async function moveThread(tx: Tx, actor: Actor, { commentId, target, replyToId }: Move) {
  const targetId = findPostId(target, tx.ctx.settings.get(generalSettings).site_url)
  if (targetId === null) failField('target', 'target.bad_url')
  const ids = await listThread(tx, commentId)
  await lockEntries(tx, ids)
  await lockComments(tx, ids)
  const comment = await getPost(tx, actor, commentId, { forUpdate: false })
  const postId = comment.answerId ?? comment.questionId
  if (postId === targetId) fail('comment.same_post')
  await lockPosts(tx, [postId, targetId])
  const post = await getPost(tx, actor, targetId, { forUpdate: false })
  assertAllowed(canMoveComment(actor, { status: statusOf(comment), isLocked: comment.isLocked }))
  assertAllowed(canReceiveComments(post))
  // Replies that were added before the posts were locked.
  const threadIds = await listThread(tx, commentId)
  if (replyToId !== undefined) await assertRepliesTo(tx, replyToId, post, threadIds)
  const { questionId, answerId } = post
  const moved = await tx
    .update(comments)
    .set({
      questionId,
      answerId,
      replyToId: sql`case when ${comments.id} = ${commentId} then ${replyToId ?? null}::bigint
        else ${comments.replyToId} end`,
    })
    .where(inArray(comments.id, threadIds))
    .returning({ status: comments.status })
  await changeCounts(tx, { from: comment, to: post }, countOpen(moved))
  if (questionId !== comment.questionId) await moveEntries(tx, threadIds, questionId)
  const event = {
    commentId,
    fromPostId: postId,
    toPostId: targetId,
    questionIds: [comment.questionId, questionId],
    userId: actor.id,
  }
  await tx.emit('comment.moved', event)
  await recordStaffAction(tx, {
    actorId: actor.id,
    action: 'move',
    objectType: 'comment',
    objectId: commentId,
    userId: comment.userId,
    before: { post: postId },
    after: { post: targetId, moved_comments: moved.length },
  })
  return { postId: targetId, questionId, count: moved.length }
}

function statusOf({ isDeleted, isPending }: PostState) {
  if (isDeleted) return questionStatuses.deleted
  return isPending ? questionStatuses.pending : questionStatuses.open
}

async function assertRepliesTo(tx: Tx, id: string, post: PostState, threadIds: readonly string[]) {
  const [parent] = await tx.select().from(comments).where(eq(comments.id, id))
  const isThere =
    parent?.questionId === post.questionId &&
    parent.answerId === post.answerId &&
    parent.status === questionStatuses.open
  if (!isThere || threadIds.includes(id)) fail('comment.reply_elsewhere')
}

/** Answers before questions, as they are locked. */
async function changeCounts(
  tx: Tx,
  { from, to }: { from: PostState; to: PostState },
  count: number,
) {
  await addToCommentCount(tx, from, -count)
  await addToCommentCount(tx, to, count)
}

/** The comment and all replies to it, and to these. */
export async function listThread(tx: Tx, commentId: string) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with recursive thread as (
      select id from ${comments} where id = ${commentId}::bigint
      union select reply.id from ${comments} reply join thread on reply.reply_to_id = thread.id
    ) select id from thread order by id`)
  return rows.map(({ id }) => String(id))
}

export function countOpen(rows: readonly { status: number }[]) {
  return rows.filter(({ status }) => status === questionStatuses.open).length
}

/** Cases and entries of held content come before the content in the lock order. */
async function lockEntries(tx: Tx, ids: readonly string[]) {
  for (const table of [flagCases, heldPosts]) {
    await tx
      .select({ id: table.id })
      .from(table)
      .where(inArray(table.objectId, [...ids]))
      .orderBy(asc(table.id))
      .for('no key update')
  }
}

async function moveEntries(tx: Tx, ids: readonly string[], questionId: string) {
  for (const table of [flagCases, heldPosts])
    await tx
      .update(table)
      .set({ questionId })
      .where(inArray(table.objectId, [...ids]))
}

export async function lockComments(tx: Tx, ids: readonly string[]) {
  await tx
    .select({ id: comments.id })
    .from(comments)
    .where(inArray(comments.id, [...ids]))
    .orderBy(asc(comments.id))
    .for('no key update')
}

/** Ignores ids of questions. */
export async function lockAnswers(tx: Tx, ids: readonly (string | null | undefined)[]) {
  await tx
    .select({ id: answers.id })
    .from(answers)
    .where(inArray(answers.id, toIds(ids)))
    .orderBy(asc(answers.id))
    .for('no key update')
}

async function lockPosts(tx: Tx, ids: readonly string[]) {
  await lockAnswers(tx, ids)
  await tx
    .select({ id: questions.id })
    .from(questions)
    .where(inArray(questions.id, [...ids]))
    .orderBy(asc(questions.id))
    .for('no key update')
}

const toIds = (ids: readonly (string | null | undefined)[]) =>
  ids.filter((id): id is string => id !== null && id !== undefined)
