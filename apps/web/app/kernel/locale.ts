import { defaultLocale, isLocale, languages, negotiate, type Locale } from '@stoa/locales/languages'

export const localeCookie = 'lang'

const offered = languages.map((language) => language.locale)

/** What speaks for a language, strongest first. */
export type LanguageHints = {
  cookie: string | null
  viewer: string | null
  acceptLanguage: string | null
  site: string
}

export function chooseLocale({ cookie, viewer, acceptLanguage, site }: LanguageHints): Locale {
  if (isLocale(cookie)) return cookie
  if (isLocale(viewer)) return viewer
  return negotiate(acceptLanguage, offered, isLocale(site) ? site : defaultLocale)
}
