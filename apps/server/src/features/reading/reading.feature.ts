import type { Feature } from '../../kernel/feature.ts'
import { readingRoutes } from './reading.routes.ts'

export const readingFeature: Feature = { name: 'reading', routes: readingRoutes }
