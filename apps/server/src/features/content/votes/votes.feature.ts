import { and, eq } from 'drizzle-orm'
import { defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { votesRoutes } from './votes.routes.ts'
import { votes } from '../../../schema/votes.ts'

export const votesFeature: Feature = {
  name: 'votes',
  routes: votesRoutes,
  exports: {
    votes: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: votes.objectId,
          row: { postId: votes.objectId, value: votes.value, at: votes.createdAt },
        })
        .from(votes)
        .where(and(eq(votes.userId, owner.id), after(votes.objectId)))
        .orderBy(order(votes.objectId))
        .limit(limit),
    ),
  },
}
