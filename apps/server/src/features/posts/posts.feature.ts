import type { Feature } from '../../kernel/feature.ts'
import { postsRoutes } from './posts.routes.ts'

export const postsFeature: Feature = { name: 'posts', routes: postsRoutes }
