import type { Feature } from '../../../kernel/feature.ts'
import { infoRoutes } from './info.routes.ts'

export const infoFeature: Feature = { name: 'info', routes: infoRoutes }
