import type { SiteInfo } from '@stoa/contract/features/site'
import type { SettingsGroup } from '@stoa/contract/settings/group'
import { loginSettings, userSettings } from '@stoa/contract/settings/people'
import {
  brandingSettings,
  customMarkupSettings,
  generalSettings,
  interfaceSettings,
  legalSettings,
  seoSettings,
  themeSettings,
} from '@stoa/contract/settings/site'
import { writeSettings } from '@stoa/contract/settings/writing'
import type { z } from 'zod'
import type { SettingsStore } from '../../kernel/settings.ts'
import { revision, version } from '../../kernel/version.ts'

/** The public part of the settings. */
export function siteInfoOf(settings: SettingsStore): SiteInfo {
  const visible = <S extends z.ZodType>(group: SettingsGroup & { publicSchema: S }): z.output<S> =>
    group.publicSchema.parse(settings.get(group))
  return {
    general: visible(generalSettings),
    interface: visible(interfaceSettings),
    branding: visible(brandingSettings),
    theme: visible(themeSettings),
    custom_css_html: visible(customMarkupSettings),
    login: visible(loginSettings),
    site_seo: visible(seoSettings),
    site_users: visible(userSettings),
    site_write: visible(writeSettings),
    site_legal: visible(legalSettings),
    version,
    revision,
  }
}

/** The same, made anew only when a setting has changed: every page asks for it. */
export function cachedSiteInfo(settings: SettingsStore) {
  let made: { version: number; info: SiteInfo } | undefined
  return () => {
    if (made?.version !== settings.version())
      made = { version: settings.version(), info: siteInfoOf(settings) }
    return made.info
  }
}
