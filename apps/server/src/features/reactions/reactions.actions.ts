import type { Emoji } from '@stoa/contract/features/reactions'
import { and, eq } from 'drizzle-orm'
import { fail } from '../../kernel/errors.ts'
import type { Actor } from '../../kernel/rules.ts'
import type { Tx } from '../../kernel/transact.ts'
import { getPost } from '../posts/posts.queries.ts'
import { reactions } from '../posts/reactions.table.ts'

type Wish = { objectId: string; emoji: Emoji; isOn: boolean }

/** Puts an emoji on a post or takes it off; what is so already stays so. */
export async function react(tx: Tx, who: Actor, { objectId, emoji, isOn }: Wish) {
  const post = await getPost(tx, who, objectId, { isLocked: false })
  if (post.isDeleted) fail('object.already_deleted')
  const mine = { objectId, emoji, userId: who.id }
  const changed = isOn
    ? await tx
        .insert(reactions)
        .values({ ...mine, createdAt: tx.now })
        .onConflictDoNothing()
        .returning({ emoji: reactions.emoji })
    : await tx
        .delete(reactions)
        .where(
          and(
            eq(reactions.objectId, objectId),
            eq(reactions.emoji, emoji),
            eq(reactions.userId, who.id),
          ),
        )
        .returning({ emoji: reactions.emoji })
  if (changed.length > 0) await tx.emit('post.reacted', { ...mine, isOn })
}
