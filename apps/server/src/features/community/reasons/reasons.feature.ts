import type { Feature } from '../../../kernel/feature.ts'
import { reasonsRoutes } from './reasons.routes.ts'

export const reasonsFeature: Feature = { name: 'reasons', routes: reasonsRoutes }
