import type { Feature } from '../../kernel/feature.ts'
import { peopleRoutes } from './people.routes.ts'

export const peopleFeature: Feature = { name: 'people', routes: peopleRoutes }
