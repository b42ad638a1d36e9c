import type { Feature } from '../../../kernel/feature.ts'
import { accountsListeners } from './accounts.jobs.ts'
import { accountsRoutes } from './accounts.routes.ts'
import { knownDeviceListeners } from './known-devices.ts'
import { challengeListeners } from './second-factor/challenges.actions.ts'
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts'
import { recoveryListeners } from './recovery.jobs.ts'
import { recoveryRoutes } from './recovery.routes.ts'
import { sessionsRoutes } from './sessions.routes.ts'
import { secondStepRoutes } from './second-step.routes.ts'
import { sessionListeners } from './sessions.ts'

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
  ],
}
