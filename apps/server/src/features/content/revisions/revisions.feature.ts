import type { Feature } from '../../../kernel/feature.ts'
import { revisionsRoutes } from './revisions.routes.ts'

export const revisionsFeature: Feature = { name: 'revisions', routes: revisionsRoutes }
