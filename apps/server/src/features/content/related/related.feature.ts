import type { Feature } from '../../../kernel/feature.ts'
import { relatedRoutes } from './related.routes.ts'

export const relatedFeature: Feature = { name: 'related', routes: relatedRoutes }
