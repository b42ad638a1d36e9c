import type { Feature } from '../../kernel/feature.ts'
import { leavingListeners } from './comments.leaving.ts'
import { commentsRoutes } from './comments.routes.ts'

export const commentsFeature: Feature = {
  name: 'comments',
  routes: commentsRoutes,
  listeners: leavingListeners,
}
