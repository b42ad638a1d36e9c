import type { Feature } from '../../kernel/feature.ts'
import { reputationRoutes } from './reputation.routes.ts'

export const reputationFeature: Feature = { name: 'reputation', routes: reputationRoutes }
