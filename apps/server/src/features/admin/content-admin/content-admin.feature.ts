import type { Feature } from '../../../kernel/feature.ts'
import { contentAdminRoutes } from './content-admin.routes.ts'
import { emptyingListeners } from './emptying.jobs.ts'

export const contentAdminFeature: Feature = {
  name: 'content-admin',
  routes: contentAdminRoutes,
  listeners: emptyingListeners,
}
