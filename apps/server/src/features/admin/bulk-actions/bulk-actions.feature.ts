import type { Feature } from '../../../kernel/feature.ts'
import { bulkActionsRoutes } from './bulk-actions.routes.ts'
import { bulkActionsListeners } from './bulk-actions.jobs.ts'

export const bulkActionsFeature: Feature = {
  name: 'bulk-actions',
  routes: bulkActionsRoutes,
  listeners: bulkActionsListeners,
}
