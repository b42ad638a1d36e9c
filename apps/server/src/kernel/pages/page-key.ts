import { generalSettings, interfaceSettings } from '@stoa/contract/settings/site'
import { defaultLocale, isLocale, languages, type Locale, negotiate } from '@stoa/locales/languages'
import type { SharedPages } from '@stoa/web/kernel/host.ts'
import type { IncomingMessage } from 'node:http'
import { sessionCookieName } from '../session-cookie.ts'
import type { SettingsStore } from '../settings.ts'

/** A page as every visitor with this language and theme gets it. Nothing else of a request reaches such a page. */
export type SharedAddress = { key: string; url: string; locale: Locale; theme: string }

const longestUrl = 400
/** What may stand in the query of a page that is kept. Any other name may change the page, so it is made anew. */
const allowedNames: ReadonlySet<string> = new Set(['page', 'order', 'sort', 'comments'])
const offered = languages.map(({ locale }) => locale)

/** Finds the shared address of a request; null when what it gets is for one reader only. */
export type FindAddress = (request: IncomingMessage) => SharedAddress | null

export function addressFinder(settings: SettingsStore, pages: SharedPages): FindAddress {
  let version = -1
  let session = ''
  let fallback: Locale = defaultLocale

  function refresh() {
    version = settings.version()
    session = sessionCookieName(settings.get(generalSettings).site_url)
    const { language } = settings.get(interfaceSettings)
    fallback = isLocale(language) ? language : defaultLocale
  }

  return (request) => {
    const { headers, url = '' } = request
    if (!settings.isInstalled() || !isPlainRead(request) || !hasAllowedQuery(url)) return null
    if (version !== settings.version()) refresh()
    const choices = headers.cookie === undefined ? {} : readChoices(headers.cookie, session, pages)
    if (choices === null) return null
    const { theme = '' } = choices
    const locale = choices.locale ?? negotiate(headers['accept-language'], offered, fallback)
    return { key: `${locale} ${theme} ${url}`, url, locale, theme }
  }
}

/** Whether a request has a cookie that changes pages and is in no cache key. */
export function hasChoiceCookie({ headers }: IncomingMessage, { choiceCookies }: SharedPages) {
  const parts = headers.cookie?.split(';') ?? []
  return parts.some((part) => choiceCookies.includes(part.split('=', 1)[0]?.trim() ?? ''))
}

/** What a browser has chosen that pages are kept for; null when it has a session, or a choice of its own. */
function readChoices(header: string, session: string, pages: SharedPages) {
  const choices: { locale?: Locale; theme?: string } = {}
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    const name = part.slice(0, at).trim()
    const value = part.slice(at + 1).trim()
    if (name === session || pages.choiceCookies.includes(name)) return null
    if (name === pages.localeCookie && isLocale(value)) choices.locale ??= value
    if (name === pages.themeCookie && pages.themes.includes(value)) choices.theme ??= value
  }
  return choices
}

function isPlainRead({ method, headers, url = '' }: IncomingMessage) {
  const isRead = method === 'GET' || method === 'HEAD'
  const hasBody = headers['transfer-encoding'] !== undefined || 'content-length' in headers
  const isOne = headers.authorization === undefined && !hasBody
  return isRead && isOne && url.startsWith('/') && url.length <= longestUrl
}

function hasAllowedQuery(url: string) {
  const start = url.indexOf('?')
  if (start < 0) return true
  const names = url
    .slice(start + 1)
    .split('&')
    .map((part) => part.split('=', 1)[0] ?? '')
  return names.every((name) => allowedNames.has(name)) && new Set(names).size === names.length
}
