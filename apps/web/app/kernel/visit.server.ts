import type { HostRequest } from './host.ts'
import { readCookie } from './cookies.ts'
import { externalImagesCookie, shouldShowExternalImages } from './external-consent.ts'
import { isListView, listViewCookie } from './list-view.ts'
import { chooseLocale, localeCookie } from './locale.ts'
import { isTheme, themeCookie } from './theme.ts'
import { toSite, type Visit } from './visit.ts'

/** Without the viewer, which `visitMiddleware` adds. */
export function createVisit(request: Request, hostRequest: HostRequest): Visit {
  const cookie = request.headers.get('cookie')
  const theme = readCookie(cookie, themeCookie)
  const listView = readCookie(cookie, listViewCookie)
  return {
    viewer: null,
    site: toSite(hostRequest.site),
    locale: resolveLocale(request, hostRequest, null),
    theme: isTheme(theme) ? theme : hostRequest.site.theme.color_scheme,
    timeZone: hostRequest.site.interface.time_zone,
    showsExternalImages: shouldShowExternalImages(
      hostRequest.site.site_legal.external_content_display,
      readCookie(cookie, externalImagesCookie),
      request.url,
    ),
    listView: isListView(listView) ? listView : 'card',
    now: hostRequest.now - (hostRequest.now % 60),
  }
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
