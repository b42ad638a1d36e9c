import type { Feature } from '../../../kernel/feature.ts'
import { votesRoutes } from './votes.routes.ts'

export const votesFeature: Feature = { name: 'votes', routes: votesRoutes }
