import { and, eq } from 'drizzle-orm'
import { within } from '../../../kernel/events.ts'
import { compositeKey, defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { reactionsRoutes } from './reactions.routes.ts'
import { reactions } from '../../../schema/reactions.ts'

export const reactionsFeature: Feature = {
  name: 'reactions',
  routes: reactionsRoutes,
  listeners: [
    within('account.left', async (tx, { userId }) => {
      await tx.delete(reactions).where(eq(reactions.userId, userId))
    }),
  ],
  exports: {
    reactions: defineSmallList(({ db, owner, after, order, limit }) => {
      const key = compositeKey(reactions.objectId, reactions.emoji)
      return db
        .select({
          key,
          row: { postId: reactions.objectId, emoji: reactions.emoji, at: reactions.createdAt },
        })
        .from(reactions)
        .where(and(eq(reactions.userId, owner.id), after(key)))
        .orderBy(order(key))
        .limit(limit)
    }),
  },
}
