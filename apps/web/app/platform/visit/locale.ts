import { defaultLocale, isLocale, languages, negotiate, type Locale } from '@stoa/locales/languages'

const supportedLocales = languages.map((language) => language.locale)

/** In order of precedence. */
export type LanguageHints = {
  /** From the account settings. */
  viewer: string | null
  cookie: string | null
  acceptLanguage: string | null
  site: string
}

export function chooseLocale({ cookie, viewer, acceptLanguage, site }: LanguageHints): Locale {
  if (isLocale(viewer)) return viewer
  if (isLocale(cookie)) return cookie
  return negotiate(acceptLanguage, supportedLocales, isLocale(site) ? site : defaultLocale)
}
