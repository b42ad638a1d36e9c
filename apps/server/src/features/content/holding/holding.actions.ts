import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/context.ts'
import { type Actor, isStaff } from '../../../kernel/rules.ts'
import { heldPosts, type NewTag } from '../../../schema/held-posts.ts'
import type { Hold } from './reviewing.actions.ts'

type HeldContent = {
  objectId: string
  questionId: string
  userId: string
  mentions: readonly string[]
  newTags?: readonly NewTag[]
}

/** Puts pending content into the queue of moderators. */
export async function holdContent(tx: Tx, hold: Hold, { mentions, ...content }: HeldContent) {
  await tx.insert(heldPosts).values({
    ...content,
    ...hold,
    mentions: [...mentions],
    newTags: [...(content.newTags ?? [])],
    createdAt: tx.now,
  })
  const { objectId, questionId, userId } = content
  await tx.emit('content.held', { objectId, questionId, userId })
}

/** First in the lock order: before the content that waits is locked, for a change of its entry. */
export async function lockHeld(tx: Tx, objectId: string) {
  await tx
    .select({ id: heldPosts.id })
    .from(heldPosts)
    .where(and(eq(heldPosts.objectId, objectId), isNull(heldPosts.decidedAt)))
    .for('no key update')
}

/**
 * Takes content that is being deleted out of the queue. First in the lock order. Locks decided entries too: a decision that is
 * undone meanwhile would open the entry again.
 */
export async function withdrawHeld(tx: Tx, actor: Actor, objectId: string) {
  const entries = await tx
    .select({ id: heldPosts.id, decidedAt: heldPosts.decidedAt })
    .from(heldPosts)
    .where(
      and(
        eq(heldPosts.objectId, objectId),
        isStaff(actor) ? undefined : eq(heldPosts.userId, actor.id),
      ),
    )
    .orderBy(heldPosts.id)
    .for('no key update')
  const open = entries.find(({ decidedAt }) => decidedAt === null)
  if (open === undefined) return
  await tx
    .update(heldPosts)
    .set({ outcome: 'withdrawn', decidedBy: actor.id, decidedAt: tx.now })
    .where(eq(heldPosts.id, open.id))
}

/** Whether content never passed the review that it waited for, for content that does not store its previous status. */
export async function isUnapproved(tx: Tx, objectId: string): Promise<boolean> {
  const [newest] = await tx
    .select({ outcome: heldPosts.outcome })
    .from(heldPosts)
    .where(eq(heldPosts.objectId, objectId))
    .orderBy(desc(heldPosts.id))
    .limit(1)
  return newest !== undefined && newest.outcome !== 'approved'
}

/** Puts content that is restored as pending into the queue again. Requires the lock on the content. */
export async function holdAgain(tx: Tx, objectId: string) {
  await tx.execute(sql`
    insert into ${heldPosts}
      (object_id, question_id, user_id, reasons, reviewer, note, mentions, new_tags, created_at)
    select object_id, question_id, user_id, reasons, reviewer, note, mentions, new_tags, created_at
    from ${heldPosts} where object_id = ${objectId}::bigint order by id desc limit 1
    on conflict do nothing`)
}

/** What the author chose besides the text. Requires `lockHeld`. */
export async function updateHeld(
  tx: Tx,
  objectId: string,
  changes: { mentions: readonly string[]; newTags?: readonly NewTag[] },
) {
  const { mentions, newTags } = changes
  await tx
    .update(heldPosts)
    .set({ mentions: [...mentions], ...(newTags === undefined ? {} : { newTags: [...newTags] }) })
    .where(and(eq(heldPosts.objectId, objectId), isNull(heldPosts.decidedAt)))
}
