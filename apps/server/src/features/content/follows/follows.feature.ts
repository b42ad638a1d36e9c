import { and, eq } from 'drizzle-orm'
import { within } from '../../../kernel/events.ts'
import { defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { unfollowAll } from './follows.actions.ts'
import { followsRoutes } from './follows.routes.ts'
import { follows } from '../../../schema/follows.ts'

export const followsFeature: Feature = {
  name: 'follows',
  routes: followsRoutes,
  listeners: [within('account.left', (tx, { userId }) => unfollowAll(tx, userId))],
  exports: {
    follows: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: follows.objectId,
          row: { objectId: follows.objectId, at: follows.createdAt },
        })
        .from(follows)
        .where(and(eq(follows.userId, owner.id), after(follows.objectId)))
        .orderBy(order(follows.objectId))
        .limit(limit),
    ),
  },
}
