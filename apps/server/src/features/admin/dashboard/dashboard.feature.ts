import type { Feature } from '../../../kernel/feature.ts'
import { figuresListeners } from './figures.jobs.ts'
import { dashboardRoutes } from './dashboard.routes.ts'

export const dashboardFeature: Feature = {
  name: 'dashboard',
  routes: dashboardRoutes,
  listeners: figuresListeners,
}
