import type { ParsedInputOf } from '@stoa/contract/endpoint'
import type { decideHeldPost as decideCall } from '@stoa/contract/features/held-posts'
import { typeOfId } from '@stoa/contract/ids'
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import { heldPosts } from '../../../schema/held-posts.ts'
import { deleteAnswer, recoverAnswer } from '../../content/answers/deletion.actions.ts'
import { publishAnswer, unpublishAnswer } from '../../content/answers/publishing.actions.ts'
import { deleteComment, recoverComment } from '../../content/comments/comments.actions.ts'
import { publishComment, unpublishComment } from '../../content/comments/publishing.actions.ts'
import { deleteQuestion, recoverQuestion } from '../../content/questions/deletion.actions.ts'
import { publishQuestion, unpublishQuestion } from '../../content/questions/publishing.actions.ts'
import { finishCase } from '../claims/claims.actions.ts'
import { canUndo } from '../claims/claims.rules.ts'

type HeldPostRow = typeof heldPosts.$inferSelect
type Decision = ParsedInputOf<typeof decideCall>

/** Publishes or deletes the content and closes its entry in one transaction. */
export async function decideHeldPost(tx: Tx, actor: Actor, decision: Decision) {
  const held = await lockEntry(tx, decision.review_id)
  if (held.decidedAt !== null) fail('review.decided')
  await finishCase(tx, actor, { queue: 'queued_post', id: held.id })
  const outcome = decision.status === 'approve' ? 'approved' : 'rejected'
  // Before the content changes: deleting it withdraws an entry that is still open.
  await tx
    .update(heldPosts)
    .set({ outcome, decidedBy: actor.id, decidedAt: tx.now, decisionNote: decision.reason })
    .where(eq(heldPosts.id, held.id))
  if (outcome === 'approved') await publish(tx, actor, held)
  else await remove(tx, actor, held)
  await tx.emit('held_post.decided', {
    heldPostId: held.id,
    objectId: held.objectId,
    questionId: held.questionId,
    authorId: held.userId,
    userId: actor.id,
    outcome,
  })
}

/** Takes back a decision that the actor made a moment ago: the content waits again, and its entry is open. */
export async function undoHeldDecision(tx: Tx, actor: Actor, heldPostId: string) {
  const held = await lockEntry(tx, heldPostId)
  assertAllowed(canUndo(actor, held, tx.now), { show: 'toast' })
  if (held.outcome === 'withdrawn') fail('review.undo_not_possible')
  const [newer] = await tx
    .select({ id: heldPosts.id })
    .from(heldPosts)
    .where(
      and(
        eq(heldPosts.objectId, held.objectId),
        isNull(heldPosts.decidedAt),
        ne(heldPosts.id, held.id),
      ),
    )
  if (newer !== undefined) fail('review.undo_not_possible')
  await tx
    .update(heldPosts)
    .set({ outcome: null, decidedBy: null, decidedAt: null, decisionNote: '' })
    .where(eq(heldPosts.id, held.id))
  if (held.outcome === 'approved') await unpublish(tx, actor, held)
  else await restore(tx, actor, held)
}

/** First in the lock order: two moderators never decide about the same content. */
async function lockEntry(tx: Tx, id: string) {
  const [found] = await tx.select().from(heldPosts).where(eq(heldPosts.id, id)).for('no key update')
  return found ?? fail('review.case_not_found')
}

async function publish(tx: Tx, actor: Actor, held: HeldPostRow) {
  const { objectId } = held
  const kind = typeOfId(objectId)
  if (kind === 'question') await publishQuestion(tx, actor, objectId, held)
  else if (kind === 'answer') await publishAnswer(tx, actor, objectId, held)
  else await publishComment(tx, actor, objectId, held)
}

async function unpublish(tx: Tx, actor: Actor, { objectId, createdAt }: HeldPostRow) {
  const kind = typeOfId(objectId)
  if (kind === 'question') await unpublishQuestion(tx, actor, objectId, createdAt)
  else if (kind === 'answer') await unpublishAnswer(tx, actor, objectId, createdAt)
  else await unpublishComment(tx, actor, objectId, createdAt)
}

async function remove(tx: Tx, actor: Actor, { objectId }: HeldPostRow) {
  const kind = typeOfId(objectId)
  if (kind === 'question') await deleteQuestion(tx, actor, objectId)
  else if (kind === 'answer') await deleteAnswer(tx, actor, objectId)
  else await deleteComment(tx, actor, objectId)
}

async function restore(tx: Tx, actor: Actor, { objectId }: HeldPostRow) {
  const kind = typeOfId(objectId)
  if (kind === 'question') await recoverQuestion(tx, actor, objectId)
  else if (kind === 'answer') await recoverAnswer(tx, actor, objectId)
  else await recoverComment(tx, actor, objectId)
}
