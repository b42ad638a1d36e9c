import type { Feature } from '../../kernel/feature.ts'
import { challengeListeners } from './challenges.actions.ts'
import { secondFactorRoutes } from './second-factor.routes.ts'

export const secondFactorFeature: Feature = {
  name: 'second-factor',
  routes: secondFactorRoutes,
  listeners: challengeListeners,
}
