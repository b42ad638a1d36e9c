import type { Feature } from '../../../kernel/feature.ts'
import { userCenterRoutes } from './user-center.routes.ts'

export const userCenterFeature: Feature = { name: 'user-center', routes: userCenterRoutes }
