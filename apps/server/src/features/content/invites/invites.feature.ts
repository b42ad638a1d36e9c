import type { Feature } from '../../../kernel/feature.ts'
import { invitesListeners } from './invites.listeners.ts'
import { invitesRoutes } from './invites.routes.ts'

export const invitesFeature: Feature = {
  name: 'invites',
  routes: invitesRoutes,
  listeners: invitesListeners,
}
