import type { SiteInfo } from '@stoa/contract/features/site'
import type { SettingsGroup } from '@stoa/contract/settings/group'
import { loginSettings, privileges, userSettings } from '@stoa/contract/settings/people'
import {
  brandingSettings,
  customMarkupSettings,
  generalSettings,
  interfaceSettings,
  legalSettings,
  seoSettings,
  themeSettings,
} from '@stoa/contract/settings/site'
import { siteModeSettings } from '@stoa/contract/settings/site-mode'
import { writeSettings } from '@stoa/contract/settings/writing'
import type { z } from 'zod'
import type { SettingsStore } from '../../../kernel/services.ts'
import { requiredReputation } from '../../../kernel/rules.ts'
import { revision, version } from '../../../kernel/release.ts'

export function getSiteInfo(settings: SettingsStore): SiteInfo {
  const publicPart = <S extends z.ZodType>(
    group: SettingsGroup & { publicSchema: S },
  ): z.output<S> => group.publicSchema.parse(settings.get(group))
  return {
    general: publicPart(generalSettings),
    interface: publicPart(interfaceSettings),
    branding: publicPart(brandingSettings),
    theme: publicPart(themeSettings),
    custom_css_html: publicPart(customMarkupSettings),
    login: publicPart(loginSettings),
    site_seo: publicPart(seoSettings),
    site_users: publicPart(userSettings),
    site_write: publicPart(writeSettings),
    site_legal: { ...publicPart(legalSettings), ...listLegalTexts(settings) },
    site_mode: publicPart(siteModeSettings),
    required_reputation: listRequiredReputation(settings),
    version,
    revision,
  }
}

/** Pages link only to texts that exist. */
function listLegalTexts(settings: SettingsStore) {
  const legal = settings.get(legalSettings)
  return {
    has_terms_of_service: legal.terms_of_service_original_text.trim() !== '',
    has_privacy_policy: legal.privacy_policy_original_text.trim() !== '',
  }
}

function listRequiredReputation(settings: SettingsStore): SiteInfo['required_reputation'] {
  const required = requiredReputation(settings)
  const entries = privileges.map((privilege) => [privilege, required(privilege)] as const)
  return Object.fromEntries(entries) as SiteInfo['required_reputation']
}

/** Recomputes only when a setting has changed, because every page needs it. */
export function memoizeSiteInfo(settings: SettingsStore) {
  let cached: { version: number; info: SiteInfo } | undefined
  return () => {
    if (cached?.version !== settings.version())
      cached = { version: settings.version(), info: getSiteInfo(settings) }
    return cached.info
  }
}
