import type { Feature } from '../../../kernel/feature.ts'
import { captchaListeners } from './captcha.jobs.ts'
import { captchaRoutes } from './captcha.routes.ts'

export const captchaFeature: Feature = {
  name: 'captcha',
  routes: captchaRoutes,
  listeners: captchaListeners,
}
