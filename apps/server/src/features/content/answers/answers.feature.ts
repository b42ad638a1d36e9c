import type { Feature } from '../../../kernel/feature.ts'
import { answersListeners } from './answers.listeners.ts'
import { answersRoutes } from './answers.routes.ts'

export const answersFeature: Feature = {
  name: 'answers',
  routes: answersRoutes,
  listeners: answersListeners,
}
