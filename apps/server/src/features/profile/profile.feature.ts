import type { Feature } from '../../kernel/feature.ts'
import { mountGravatars } from './gravatar.ts'
import { profileRoutes } from './profile.routes.ts'

export const profileFeature: Feature = {
  name: 'profile',
  routes: profileRoutes,
  mount: mountGravatars,
}
