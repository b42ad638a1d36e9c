import type { Feature } from '../../../kernel/feature.ts'
import { searchListeners } from './search.listeners.ts'
import { searchRoutes } from './search.routes.ts'

export const searchFeature: Feature = {
  name: 'search',
  routes: searchRoutes,
  listeners: searchListeners,
}
