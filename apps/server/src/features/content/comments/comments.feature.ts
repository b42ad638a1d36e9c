import type { Feature } from '../../../kernel/feature.ts'
import { commentsListeners } from './comments.listeners.ts'
import { commentsRoutes } from './comments.routes.ts'

export const commentsFeature: Feature = {
  name: 'comments',
  routes: commentsRoutes,
  listeners: commentsListeners,
}
