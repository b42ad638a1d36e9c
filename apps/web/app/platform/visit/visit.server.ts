import type { SiteInfo } from '@stoa/contract/features/site'
import type { Locale } from '@stoa/locales/languages'
import { RouterContextProvider } from 'react-router'
import { hostContext, visitContext } from '../../kernel/context.server.ts'
import type { HostRequest } from '../../kernel/host-request.ts'
import {
  externalImagesCookie,
  isListView,
  isTheme,
  listViewCookie,
  localeCookie,
  readCookie,
  shortcutsCookie,
  shortcutsOff,
  showOnceParameter,
  themeCookie,
} from '../../kernel/preferences.ts'
import type { Site, Visit } from '../../kernel/visit.ts'
import { chooseLocale } from './locale.ts'

export function createLoadContext(request: Request, hostRequest: HostRequest) {
  const context = new RouterContextProvider()
  context.set(hostContext, hostRequest)
  context.set(visitContext, createVisit(request, hostRequest))
  return context
}

/** Without the viewer, which `visitMiddleware` adds. */
function createVisit(request: Request, hostRequest: HostRequest): Visit {
  const cookie = request.headers.get('cookie')
  const theme = readCookie(cookie, themeCookie)
  const listView = readCookie(cookie, listViewCookie)
  const locale = resolveLocale(request, hostRequest, null)
  return {
    viewer: null,
    site: toSite(hostRequest),
    locale,
    theme: isTheme(theme) ? theme : hostRequest.site.theme.color_scheme,
    timeZone: hostRequest.site.interface.time_zone,
    showsExternalImages: shouldShowExternalImages(
      hostRequest.site.site_legal.external_content_display,
      readCookie(cookie, externalImagesCookie),
      request.url,
    ),
    listView: isListView(listView) ? listView : 'card',
    hasShortcuts: readCookie(cookie, shortcutsCookie) !== shortcutsOff,
    now: hostRequest.now - (hostRequest.now % 60),
    ...findPlugins(hostRequest, locale),
  }
}

/** Their names and titles are in the language of the reader. */
export function findPlugins({ plugins }: HostRequest, locale: Locale): Pick<Visit, 'plugins'> {
  return plugins === null ? {} : { plugins: plugins.list(locale) }
}

export function resolveLocale(
  request: Request,
  hostRequest: HostRequest,
  viewerLanguage: string | null,
) {
  return chooseLocale({
    cookie: readCookie(request.headers.get('cookie'), localeCookie),
    viewer: viewerLanguage,
    acceptLanguage: request.headers.get('accept-language'),
    site: hostRequest.site.interface.language,
  })
}

function toSite({ site: info, services }: HostRequest): Site {
  const { general, interface: localization, branding, theme, login, site_write: write } = info
  const colors = theme.theme_config[theme.theme]
  return {
    name: general.name,
    url: general.site_url,
    shortDescription: general.short_description,
    description: general.description,
    contactEmail: general.contact_email,
    timeZone: localization.time_zone,
    primaryColor: colors?.primary_color ?? '#0033ff',
    ...(colors?.navbar_style === 'colored' && { hasColoredHeader: true }),
    permalink: info.site_seo.permalink,
    registrationOpen:
      login.allow_new_registrations && (login.allow_email_registrations || services.hasConnectors),
    passwordLogin: login.allow_password_login && services.userCenter?.ownsLogin !== true,
    ...(services.userCenter !== null && { userCenter: services.userCenter }),
    loginRequired: login.login_required,
    mode: info.site_mode.mode === 'normal' ? null : info.site_mode,
    hasTerms: info.site_legal.has_terms_of_service,
    hasPrivacy: info.site_legal.has_privacy_policy,
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

function shouldShowExternalImages(
  setting: SiteInfo['site_legal']['external_content_display'],
  choice: string | null,
  url: string,
): boolean {
  if (setting === 'always_display' || choice === 'always') return true
  return new URL(url).searchParams.get(showOnceParameter.name) === showOnceParameter.value
}
