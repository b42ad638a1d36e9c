import type { Reviewer } from '@stoa/plugin-kit/reviewer'
import { isLocale } from '@stoa/locales/languages'
import type { InstalledPlugin, Plugins } from '../../kernel/plugins.ts'

/** Plugins that decide about new content, in the order in which they are asked. */
export function createReviewers(
  plugins: readonly InstalledPlugin[],
  call: Plugins['call'],
): Reviewer[] {
  return plugins
    .filter(({ isEnabled, manifest }) => isEnabled && manifest.server?.review === true)
    .map(({ slug, manifest }) => ({
      name: manifest.name,
      async review(content) {
        const { language, ip } = content
        const locale = isLocale(language) ? language : 'en_US'
        return await call(slug, 'review', content, { locale, viewer: null, token: null, ip })
      },
    }))
}
