import type { Feature } from '../../../kernel/feature.ts'
import { reviewRoutes } from './review.routes.ts'
import { reviewListeners } from './sweep.jobs.ts'

export const reviewFeature: Feature = {
  name: 'review',
  routes: reviewRoutes,
  listeners: reviewListeners,
}
