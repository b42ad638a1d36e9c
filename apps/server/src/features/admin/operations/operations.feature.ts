import type { Feature } from '../../../kernel/feature.ts'
import { operationsRoutes } from './operations.routes.ts'

export const operationsFeature: Feature = { name: 'operations', routes: operationsRoutes }
