import { generalSettings, interfaceSettings } from '@stoa/contract/settings/site'
import { defaultLocale, isLocale, languages, type Locale, negotiate } from '@stoa/locales/languages'
import type { CacheablePages } from '@stoa/web/platform/host.ts'
import type { IncomingMessage } from 'node:http'
import { sessionCookieName } from '../../kernel/session-cookie.ts'
import type { SettingsStore } from '../../kernel/services.ts'

/** Everything of a visitor's request that a cached page depends on. */
export type PageVariant = {
  key: string
  url: string
  locale: Locale
  theme: string
  /** Whether the page may be stored on disk. */
  isStorable: boolean
}

const maxUrlLength = 400
/** Pages with other query parameters are not cached. */
const cacheableParameters: ReadonlySet<string> = new Set(['page', 'order', 'sort', 'comments'])
const offeredLocales = languages.map(({ locale }) => locale)

/** Returns null when the response may depend on anything else, such as a session. */
export type FindVariant = (request: IncomingMessage) => PageVariant | null

export function createVariantFinder(settings: SettingsStore, pages: CacheablePages): FindVariant {
  let version = -1
  let sessionCookie = ''
  let fallback: Locale = defaultLocale

  function refresh() {
    version = settings.version()
    sessionCookie = sessionCookieName(settings.get(generalSettings).site_url)
    const { language } = settings.get(interfaceSettings)
    fallback = isLocale(language) ? language : defaultLocale
  }

  return (request) => {
    const { headers, url = '' } = request
    if (!settings.isInstalled() || !isPlainRead(request) || !hasCacheableQuery(url)) return null
    if (version !== settings.version()) refresh()
    const preferences =
      headers.cookie === undefined ? {} : readPreferences(headers.cookie, sessionCookie, pages)
    if (preferences === null) return null
    const { theme = '' } = preferences
    const locale =
      preferences.locale ?? negotiate(headers['accept-language'], offeredLocales, fallback)
    return { key: `${locale} ${theme} ${url}`, url, locale, theme, isStorable: false }
  }
}

/** Whether a request has a cookie that changes pages but is not part of the variant. */
export function hasPreferenceCookie(
  { headers }: IncomingMessage,
  { preferenceCookies }: CacheablePages,
) {
  const parts = headers.cookie?.split(';') ?? []
  return parts.some((part) => preferenceCookies.includes(part.split('=', 1)[0]?.trim() ?? ''))
}

/** Null when there is a session, or a preference that is not part of the variant. */
function readPreferences(header: string, sessionCookie: string, pages: CacheablePages) {
  const preferences: { locale?: Locale; theme?: string } = {}
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    const name = part.slice(0, at).trim()
    const value = part.slice(at + 1).trim()
    if (name === sessionCookie || pages.preferenceCookies.includes(name)) return null
    if (name === pages.localeCookie && isLocale(value)) preferences.locale ??= value
    if (name === pages.themeCookie && pages.themes.includes(value)) preferences.theme ??= value
  }
  return preferences
}

function isPlainRead({ method, headers, url = '' }: IncomingMessage) {
  const isRead = method === 'GET' || method === 'HEAD'
  const hasBody = headers['transfer-encoding'] !== undefined || 'content-length' in headers
  const isPlain = headers.authorization === undefined && !hasBody
  return isRead && isPlain && url.startsWith('/') && url.length <= maxUrlLength
}

function hasCacheableQuery(url: string) {
  const start = url.indexOf('?')
  if (start < 0) return true
  const names = url
    .slice(start + 1)
    .split('&')
    .map((part) => part.split('=', 1)[0] ?? '')
  return (
    names.every((name) => cacheableParameters.has(name)) && new Set(names).size === names.length
  )
}
