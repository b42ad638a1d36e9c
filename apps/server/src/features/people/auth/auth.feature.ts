import { and, eq } from 'drizzle-orm'
import { defineSmallList } from '../../../kernel/export.ts'
import type { Feature } from '../../../kernel/feature.ts'
import { accountsListeners } from './accounts.jobs.ts'
import { accountsRoutes } from './accounts.routes.ts'
import { knownDeviceListeners } from './known-devices.actions.ts'
import { challengeListeners } from './second-factor/challenges.actions.ts'
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts'
import { recoveryListeners } from './recovery.jobs.ts'
import { recoveryRoutes } from './recovery.routes.ts'
import { sessionsRoutes } from './sessions.routes.ts'
import { secondStepRoutes } from './second-step.routes.ts'
import { sessionListeners } from './sessions.ts'
import { signInListeners } from './sign-ins.jobs.ts'
import { signInExport } from './sign-ins.queries.ts'
import { sessions } from '../../../schema/accounts.ts'

export const authFeature: Feature = {
  name: 'auth',
  routes: [
    ...accountsRoutes,
    ...recoveryRoutes,
    ...sessionsRoutes,
    ...secondStepRoutes,
    ...secondFactorRoutes,
  ],
  listeners: [
    ...accountsListeners,
    ...recoveryListeners,
    ...sessionListeners,
    ...knownDeviceListeners,
    ...challengeListeners,
    ...signInListeners,
  ],
  exports: {
    signIns: signInExport,
    sessions: defineSmallList(({ db, owner, after, order, limit }) =>
      db
        .select({
          key: sessions.id,
          row: {
            startedAt: sessions.createdAt,
            lastSeenAt: sessions.lastSeenAt,
            address: sessions.address,
            userAgent: sessions.userAgent,
          },
        })
        .from(sessions)
        .where(and(eq(sessions.userId, owner.id), after(sessions.id)))
        .orderBy(order(sessions.id))
        .limit(limit),
    ),
  },
}
