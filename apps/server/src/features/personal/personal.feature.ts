import type { Feature } from '../../kernel/feature.ts'
import { personalRoutes } from './personal.routes.ts'

export const personalFeature: Feature = { name: 'personal', routes: personalRoutes }
