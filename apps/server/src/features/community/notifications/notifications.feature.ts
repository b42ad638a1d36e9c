import { and, eq } from 'drizzle-orm'
import { defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { notifications } from '../../../schema/notifications.ts'
import { deletionListeners } from './deletion.listeners.ts'
import { notificationsJobs } from './notifications.jobs.ts'
import { notificationsRoutes } from './notifications.routes.ts'
import { occasionListeners } from './occasions.listeners.ts'

export const notificationsFeature: Feature = {
  name: 'notifications',
  routes: notificationsRoutes,
  exports: {
    notifications: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: notifications.id,
          row: {
            kind: notifications.kind,
            contentId: notifications.objectId,
            reason: notifications.reason,
            state: notifications.state,
            points: notifications.points,
            at: notifications.updatedAt,
          },
        })
        .from(notifications)
        .where(and(eq(notifications.userId, owner.id), after(notifications.id)))
        .orderBy(order(notifications.id))
        .limit(limit),
    ),
  },
  listeners: [...occasionListeners, ...deletionListeners, ...notificationsJobs],
}
