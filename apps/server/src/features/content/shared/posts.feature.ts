import type { Feature } from '../../../kernel/feature.ts'
import { postsRoutes } from './posts.routes.ts'

export const sharedContentFeature: Feature = { name: 'shared', routes: postsRoutes }
