import { questionStatuses } from '@stoa/contract/features/questions'
import { mentionsIn } from '@stoa/markdown/mentions'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Actor } from '../../../kernel/rules.ts'
import { comments } from '../../../schema/posts.ts'
import { findMentioned } from '../shared/mentions.queries.ts'
import { getPost } from '../shared/posts.queries.ts'
import { addToCommentCount } from './comments.actions.ts'

const { open, pending } = questionStatuses

/** Does what commenting does for a comment that waited for a moderator. */
export async function publishComment(
  tx: Tx,
  actor: Actor,
  commentId: string,
  { mentions }: { mentions: readonly string[] },
) {
  const previous = await lockComment(tx, commentId)
  if (previous?.status !== pending) fail('review.decided')
  const { userId, questionId, answerId } = previous
  const post = await getPost(tx, actor, answerId ?? questionId, { forUpdate: true })
  if (post.isDeleted) fail('post.deleted')
  if (post.isPending) fail('post.pending')
  await tx
    .update(comments)
    .set({ status: open, createdAt: tx.now })
    .where(eq(comments.id, commentId))
  await addToCommentCount(tx, post, 1)
  const author = { ...actor, id: userId }
  const names = [...mentionsIn(previous.parsedText), ...mentions]
  const mentioned = await findMentioned(tx, author, names)
  await tx.emit('comment.added', { commentId, postId: post.id, questionId, userId, mentioned })
}

/** Undoes `publishComment`. */
export async function unpublishComment(tx: Tx, actor: Actor, commentId: string, heldAt: Date) {
  const previous = await lockComment(tx, commentId)
  if (previous?.status !== open) fail('review.undo_not_possible')
  const { questionId } = previous
  await tx
    .update(comments)
    .set({ status: pending, createdAt: heldAt })
    .where(eq(comments.id, commentId))
  await addToCommentCount(tx, previous, -1)
  await tx.emit('content.unpublished', { objectId: commentId, questionId, userId: actor.id })
}

async function lockComment(tx: Tx, commentId: string) {
  const [comment] = await tx
    .select()
    .from(comments)
    .where(eq(comments.id, commentId))
    .for('no key update')
  return comment
}
