import { and, eq } from 'drizzle-orm'
import { defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { pushSubscriptions } from '../../../schema/push.ts'
import { pushListeners } from './push.jobs.ts'
import { pushRoutes } from './push.routes.ts'

export const pushFeature: Feature = {
  name: 'push',
  routes: pushRoutes,
  listeners: pushListeners,
  exports: {
    pushSubscriptions: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: pushSubscriptions.id,
          row: {
            endpoint: pushSubscriptions.endpoint,
            at: pushSubscriptions.createdAt,
            lastSuccessAt: pushSubscriptions.lastSuccessAt,
          },
        })
        .from(pushSubscriptions)
        .where(and(eq(pushSubscriptions.userId, owner.id), after(pushSubscriptions.id)))
        .orderBy(order(pushSubscriptions.id))
        .limit(limit),
    ),
  },
}
