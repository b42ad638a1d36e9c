import type { Feature } from '../../kernel/feature.ts'
import { accountsListeners } from './accounts.jobs.ts'
import { accountsRoutes } from './accounts.routes.ts'
import { sessionListeners } from './sessions.ts'

export const accountsFeature: Feature = {
  name: 'accounts',
  routes: accountsRoutes,
  listeners: [...accountsListeners, ...sessionListeners],
}
