import type { SiteInfo } from '@stoa/contract/features/site'
import type { Locale } from '@stoa/locales/languages'
import type { ListView } from './list-view.ts'
import type { Theme } from './theme.ts'
import type { Viewer } from './viewer.ts'

/** Sent with every page, so only what pages need. */
export type Site = {
  name: string
  /** Empty before installation. */
  url: string
  shortDescription: string
  description: string
  contactEmail: string
  timeZone: string
  primaryColor: string
  permalink: SiteInfo['site_seo']['permalink']
  registrationOpen: boolean
  passwordLogin: boolean
  loginRequired: boolean
  logo: string
  mobileLogo: string
  favicon: string
  /** Upload limits, and the extensions allowed besides images. */
  uploads: { imageMegabytes: number; attachmentMegabytes: number; attachments: string[] }
}

export type Visit = {
  viewer: Viewer | null
  site: Site
  locale: Locale
  theme: Theme
  /** The user's, or else the site's. */
  timeZone: string
  /** By the site's setting or the reader's consent. */
  showsExternalImages: boolean
  listView: ListView
  /** Unix seconds, rounded down to the minute so that pages rendered within a minute are identical. */
  now: number
}

export function toSite(info: SiteInfo): Site {
  const { general, interface: localization, branding, theme, login, site_write: write } = info
  return {
    name: general.name,
    url: general.site_url,
    shortDescription: general.short_description,
    description: general.description,
    contactEmail: general.contact_email,
    timeZone: localization.time_zone,
    primaryColor: theme.theme_config[theme.theme]?.primary_color ?? '#0033ff',
    permalink: info.site_seo.permalink,
    registrationOpen: login.allow_new_registrations && login.allow_email_registrations,
    passwordLogin: login.allow_password_login,
    loginRequired: login.login_required,
    logo: branding.logo,
    mobileLogo: branding.mobile_logo,
    favicon: branding.favicon || branding.square_icon,
    uploads: {
      imageMegabytes: write.max_image_size,
      attachmentMegabytes: write.max_attachment_size,
      attachments: write.authorized_attachment_extensions,
    },
  }
}
