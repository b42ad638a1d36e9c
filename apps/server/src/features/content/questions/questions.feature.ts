import type { Feature } from '../../../kernel/feature.ts'
import { questionsListeners } from './questions.jobs.ts'
import { questionsRoutes } from './questions.routes.ts'

export const questionsFeature: Feature = {
  name: 'questions',
  routes: questionsRoutes,
  listeners: questionsListeners,
}
