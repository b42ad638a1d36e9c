import { defaultLocale, isLocale, languages, negotiate, type Locale } from '@stoa/locales/languages'

export const localeCookie = 'lang'

const offered = languages.map((language) => language.locale)

/** What speaks for a language, strongest first. */
export type LanguageHints = {
  /** The choice in a person's account. */
  viewer: string | null
  cookie: string | null
  acceptLanguage: string | null
  site: string
}

export function chooseLocale({ cookie, viewer, acceptLanguage, site }: LanguageHints): Locale {
  if (isLocale(viewer)) return viewer
  if (isLocale(cookie)) return cookie
  return negotiate(acceptLanguage, offered, isLocale(site) ? site : defaultLocale)
}
