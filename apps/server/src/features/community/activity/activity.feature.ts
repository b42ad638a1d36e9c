import { and, eq } from 'drizzle-orm'
import { defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { activityListeners } from './activity.listeners.ts'
import { activityRoutes } from './activity.routes.ts'
import { activities } from '../../../schema/activity.ts'

export const activityFeature: Feature = {
  name: 'activity',
  routes: activityRoutes,
  listeners: activityListeners,
  exports: {
    activities: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: activities.id,
          row: { kind: activities.kind, postId: activities.objectId, at: activities.createdAt },
        })
        .from(activities)
        .where(and(eq(activities.userId, owner.id), after(activities.id)))
        .orderBy(order(activities.id))
        .limit(limit),
    ),
  },
}
