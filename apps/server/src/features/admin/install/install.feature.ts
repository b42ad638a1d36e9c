import type { Feature } from '../../../kernel/feature.ts'
import { installRoutes } from './install.routes.ts'

export const installFeature: Feature = { name: 'install', routes: installRoutes }
