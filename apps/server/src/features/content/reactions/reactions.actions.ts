import type { Emoji } from '@stoa/contract/features/reactions'
import { and, eq } from 'drizzle-orm'
import { fail } from '../../../kernel/errors.ts'
import { type Actor, assertAllowed } from '../../../kernel/rules.ts'
import type { Tx } from '../../../kernel/context.ts'
import { getPost } from '../shared/posts.queries.ts'
import { canChange } from '../shared/posts.rules.ts'
import { reactions } from '../../../schema/reactions.ts'

type ReactionInput = { objectId: string; emoji: Emoji; isOn: boolean }

/** Adds or removes a reaction. Idempotent. */
export async function react(tx: Tx, actor: Actor, { objectId, emoji, isOn }: ReactionInput) {
  const post = await getPost(tx, actor, objectId, { forUpdate: false })
  if (post.isDeleted) fail('object.already_deleted')
  if (post.isPending) fail('post.pending')
  assertAllowed(canChange(actor, post), { show: 'toast' })
  const reaction = { objectId, emoji, userId: actor.id }
  const changed = isOn
    ? await tx
        .insert(reactions)
        .values({ ...reaction, createdAt: tx.now })
        .onConflictDoNothing()
        .returning({ emoji: reactions.emoji })
    : await tx
        .delete(reactions)
        .where(
          and(
            eq(reactions.objectId, objectId),
            eq(reactions.emoji, emoji),
            eq(reactions.userId, actor.id),
          ),
        )
        .returning({ emoji: reactions.emoji })
  if (changed.length > 0) await tx.emit('post.reacted', { ...reaction, isOn })
}
