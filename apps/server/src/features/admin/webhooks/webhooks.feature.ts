import type { Feature } from '../../../kernel/feature.ts'
import { webhookListeners } from './webhooks.jobs.ts'
import { webhookRoutes } from './webhooks.routes.ts'

export const webhooksFeature: Feature = {
  name: 'webhooks',
  routes: webhookRoutes,
  listeners: webhookListeners,
}
