import type { Feature } from '../../kernel/feature.ts'
import { leavingListeners } from './answers.leaving.ts'
import { answersRoutes } from './answers.routes.ts'

export const answersFeature: Feature = {
  name: 'answers',
  routes: answersRoutes,
  listeners: leavingListeners,
}
