import type { Feature } from '../../../kernel/feature.ts'
import { mailListeners } from './mail.jobs.ts'
import { mailRoutes } from './mail.routes.ts'

export const mailFeature: Feature = {
  name: 'mail',
  routes: mailRoutes,
  listeners: mailListeners,
}
