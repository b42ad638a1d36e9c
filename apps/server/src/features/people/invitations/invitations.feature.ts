import type { Feature } from '../../../kernel/feature.ts'
import { invitationListeners } from './invitations.jobs.ts'
import { invitationRoutes } from './invitations.routes.ts'

export const invitationsFeature: Feature = {
  name: 'invitations',
  routes: invitationRoutes,
  listeners: invitationListeners,
}
