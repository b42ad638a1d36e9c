import type { Feature } from '../../../kernel/feature.ts'
import { within } from '../../../kernel/events.ts'
import { apiKeyRoutes } from './api-keys.routes.ts'
import { adminInvitationRoutes } from './invitations.routes.ts'
import { changeRoleByService } from './people.actions.ts'
import { peopleRoutes } from './people.routes.ts'
import { signInRoutes } from './sign-ins.routes.ts'
import { overviewRoutes } from './user-overview.routes.ts'

export const peopleFeature: Feature = {
  name: 'people',
  routes: [
    ...peopleRoutes,
    ...overviewRoutes,
    ...adminInvitationRoutes,
    ...apiKeyRoutes,
    ...signInRoutes,
  ],
  listeners: [within('connector.role_given', changeRoleByService)],
}
