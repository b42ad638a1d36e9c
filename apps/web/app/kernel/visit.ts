import type { SiteInfo } from '@stoa/contract/features/site'
import type { Locale } from '@stoa/locales/languages'
import type { ListView } from './list-view.ts'
import type { Theme } from './theme.ts'
import type { Viewer } from './viewer.ts'

/** What pages may know about the site. The rest of the settings would only weigh on every page. */
export type Site = {
  name: string
  /** Where it is, as the admin wrote it; empty before it is installed. */
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
  /** How heavy files in posts may be, and which other kinds than images are taken. */
  uploads: { imageMegabytes: number; attachmentMegabytes: number; attachments: string[] }
}

/** Everything a page needs to know about who looks at it, where and when. */
export type Visit = {
  viewer: Viewer | null
  site: Site
  locale: Locale
  theme: Theme
  /** That of the person, else that of the site. */
  timeZone: string
  /** Images of other sites in posts: by the site's rule, or by the reader's word. */
  showsExternalImages: boolean
  listView: ListView
  /** Unix seconds, cut to the minute: pages made within one minute are the same bytes. */
  now: number
}

export function toSite(info: SiteInfo): Site {
  const { general, interface: look, branding, theme, login, site_write: write } = info
  return {
    name: general.name,
    url: general.site_url,
    shortDescription: general.short_description,
    description: general.description,
    contactEmail: general.contact_email,
    timeZone: look.time_zone,
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
