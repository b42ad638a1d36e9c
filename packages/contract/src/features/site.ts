import { z } from 'zod'
import { apiPrefix, endpoint } from '../endpoint.ts'
import { loginSettings, privileges, userSettings } from '../settings/people.ts'
import {
  brandingSettings,
  customMarkupSettings,
  generalSettings,
  interfaceSettings,
  legalSettings,
  seoSettings,
  themeSettings,
} from '../settings/site.ts'
import { siteModeSettings } from '../settings/site-mode.ts'
import { writeSettings } from '../settings/writing.ts'

export const SiteInfo = z.object({
  general: generalSettings.publicSchema,
  interface: interfaceSettings.publicSchema,
  branding: brandingSettings.publicSchema,
  theme: themeSettings.publicSchema,
  custom_css_html: customMarkupSettings.publicSchema,
  login: loginSettings.publicSchema,
  site_seo: seoSettings.publicSchema,
  site_users: userSettings.publicSchema,
  site_write: writeSettings.publicSchema,
  site_legal: legalSettings.publicSchema.extend({
    has_terms_of_service: z.boolean(),
    has_privacy_policy: z.boolean(),
  }),
  site_mode: siteModeSettings.publicSchema,
  /** By privilege. Moderators and admins need none. */
  required_reputation: z.record(z.enum(privileges), z.number().int()),
  version: z.string(),
  revision: z.string(),
})
export type SiteInfo = z.output<typeof SiteInfo>

export const siteInfo = endpoint({
  method: 'GET',
  path: `${apiPrefix}/siteinfo`,
  access: 'open',
  summary: 'Returns the public settings of the site.',
  response: SiteInfo,
})

export const LanguageOption = z.object({ label: z.string(), value: z.string() })

export const languageOptions = endpoint({
  method: 'GET',
  path: `${apiPrefix}/language/options`,
  access: 'open',
  summary: 'Lists the available languages.',
  response: z.array(LanguageOption),
})

export const languageConfig = endpoint({
  method: 'GET',
  path: `${apiPrefix}/language/config`,
  access: 'open',
  summary: 'Returns the messages of one language; by default, that of the Accept-Language header.',
  input: { lang: z.string().max(20).optional() },
  response: z.record(z.string(), z.string()),
  errors: ['language.not_found'],
})
