import type { Feature } from '../../../kernel/feature.ts'
import { reviewRoutes } from './review.routes.ts'

export const reviewFeature: Feature = { name: 'review', routes: reviewRoutes }
