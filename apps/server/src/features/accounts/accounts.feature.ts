import type { Feature } from '../../kernel/feature.ts'
import { accountsListeners } from './accounts.jobs.ts'
import { accountsRoutes } from './accounts.routes.ts'
import { knownDeviceListeners } from './known-devices.ts'
import { recoveryListeners } from './recovery.jobs.ts'
import { recoveryRoutes } from './recovery.routes.ts'
import { sessionsRoutes } from './sessions.routes.ts'
import { secondStepRoutes } from './second-step.routes.ts'
import { sessionListeners } from './sessions.ts'

export const accountsFeature: Feature = {
  name: 'accounts',
  routes: [...accountsRoutes, ...recoveryRoutes, ...sessionsRoutes, ...secondStepRoutes],
  listeners: [
    ...accountsListeners,
    ...recoveryListeners,
    ...sessionListeners,
    ...knownDeviceListeners,
  ],
}
