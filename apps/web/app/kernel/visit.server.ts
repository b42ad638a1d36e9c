import type { HostRequest } from './host.ts'
import { readCookie } from './cookies.ts'
import { externalImagesCookie, showsExternalImages } from './external-consent.ts'
import { isListView, listViewCookie } from './list-view.ts'
import { chooseLocale, localeCookie } from './locale.ts'
import { isTheme, themeCookie } from './theme.ts'
import { toSite, type Visit } from './visit.ts'

/** What is known about a visit before anyone was asked who this is. */
export function visitBeforeSignIn(request: Request, from: HostRequest): Visit {
  const cookie = request.headers.get('cookie')
  const theme = readCookie(cookie, themeCookie)
  const listView = readCookie(cookie, listViewCookie)
  return {
    viewer: null,
    site: toSite(from.site),
    locale: localeOf(request, from, null),
    theme: isTheme(theme) ? theme : from.site.theme.color_scheme,
    timeZone: from.site.interface.time_zone,
    showsExternalImages: showsExternalImages(
      from.site.site_legal.external_content_display,
      readCookie(cookie, externalImagesCookie),
      request.url,
    ),
    listView: isListView(listView) ? listView : 'card',
    now: from.now - (from.now % 60),
  }
}

/** The language of the replies and of the page, once the person's own choice is known. */
export function localeOf(request: Request, from: HostRequest, ofViewer: string | null) {
  return chooseLocale({
    cookie: readCookie(request.headers.get('cookie'), localeCookie),
    viewer: ofViewer,
    acceptLanguage: request.headers.get('accept-language'),
    site: from.site.interface.language,
  })
}
