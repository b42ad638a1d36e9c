import type { Feature } from '../../../kernel/feature.ts'
import { mountGravatars } from './gravatar.ts'
import { profileSettingsRoutes } from './profile-settings.routes.ts'
import { profilesRoutes } from './profiles.routes.ts'
import { reputationRoutes } from './reputation.routes.ts'
import { userPostsRoutes } from './user-posts.routes.ts'

export const profilesFeature: Feature = {
  name: 'profiles',
  routes: [...profileSettingsRoutes, ...profilesRoutes, ...userPostsRoutes, ...reputationRoutes],
  mount: mountGravatars,
}
