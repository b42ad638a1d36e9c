import type { Feature } from '../../../kernel/feature.ts'
import { contentModerationRoutes } from './content-moderation.routes.ts'
import { removalListeners } from './removal.jobs.ts'

export const contentModerationFeature: Feature = {
  name: 'content-moderation',
  routes: contentModerationRoutes,
  listeners: removalListeners,
}
