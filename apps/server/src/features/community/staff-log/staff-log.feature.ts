import type { Feature } from '../../../kernel/feature.ts'
import { staffLogListeners } from './staff-log.listeners.ts'
import { settingsLogListeners } from './settings-log.listeners.ts'
import { staffLogRoutes } from './staff-log.routes.ts'

export const staffLogFeature: Feature = {
  name: 'staff-log',
  routes: staffLogRoutes,
  listeners: [...staffLogListeners, ...settingsLogListeners],
}
