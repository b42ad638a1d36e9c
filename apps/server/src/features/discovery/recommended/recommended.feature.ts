import type { Feature } from '../../../kernel/feature.ts'
import { recommendedRoutes } from './recommended.routes.ts'

export const recommendedFeature: Feature = { name: 'recommended', routes: recommendedRoutes }
