import type { Feature } from '../../../kernel/feature.ts'
import { draftsListeners } from './drafts.listeners.ts'
import { draftsRoutes } from './drafts.routes.ts'

export const draftsFeature: Feature = {
  name: 'drafts',
  routes: draftsRoutes,
  listeners: draftsListeners,
}
