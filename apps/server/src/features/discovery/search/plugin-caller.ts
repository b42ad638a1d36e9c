import { interfaceSettings } from '@stoa/contract/settings/site'
import { defaultLocale, isLocale } from '@stoa/locales/languages'
import type { Context } from '../../../kernel/context.ts'
import type { PluginCaller } from '../../../kernel/plugins.ts'

/** Of jobs, which nobody caused. */
export function siteCaller({ settings }: Pick<Context, 'settings'>): PluginCaller {
  const { language } = settings.get(interfaceSettings)
  const locale = isLocale(language) ? language : defaultLocale
  return { locale, viewer: null, token: null, ip: '' }
}
