import type { Feature } from '../../../kernel/feature.ts'
import { settingsPreviewRoutes } from './previews.routes.ts'
import { siteSettingsRoutes } from './site-settings.routes.ts'

export const siteSettingsFeature: Feature = {
  name: 'site-settings',
  routes: [...siteSettingsRoutes, ...settingsPreviewRoutes],
}
