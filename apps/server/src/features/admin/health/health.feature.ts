import type { Feature } from '../../../kernel/feature.ts'
import { healthRoutes } from './health.routes.ts'
import { maintenanceListeners } from './maintenance.jobs.ts'

export const healthFeature: Feature = {
  name: 'health',
  routes: healthRoutes,
  listeners: maintenanceListeners,
}
