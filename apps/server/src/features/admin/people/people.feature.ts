import type { Feature } from '../../../kernel/feature.ts'
import { apiKeyRoutes } from './api-keys.routes.ts'
import { adminInvitationRoutes } from './invitations.routes.ts'
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
}
