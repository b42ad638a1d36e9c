import type { Feature } from '../../kernel/feature.ts'
import { siteRoutes } from './site.routes.ts'

export const siteFeature: Feature = { name: 'site', routes: siteRoutes }
