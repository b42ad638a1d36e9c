import { and, eq, isNull } from 'drizzle-orm'
import { within } from '../../../kernel/events.ts'
import { defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { heldPosts } from '../../../schema/held-posts.ts'
import { heldPostsRoutes } from './held-posts.routes.ts'

export const heldPostsFeature: Feature = {
  name: 'held-posts',
  routes: heldPostsRoutes,
  listeners: [
    within('account.left', async (tx, { userId, content }) => {
      if (content !== 'remove') return
      await tx
        .update(heldPosts)
        .set({ outcome: 'withdrawn', decidedBy: userId, decidedAt: tx.now })
        .where(and(eq(heldPosts.userId, userId), isNull(heldPosts.decidedAt)))
    }),
  ],
  exports: {
    heldPosts: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: heldPosts.id,
          row: {
            contentId: heldPosts.objectId,
            outcome: heldPosts.outcome,
            reason: heldPosts.decisionNote,
            at: heldPosts.createdAt,
          },
        })
        .from(heldPosts)
        .where(and(eq(heldPosts.userId, owner.id), after(heldPosts.id)))
        .orderBy(order(heldPosts.id))
        .limit(limit),
    ),
  },
}
