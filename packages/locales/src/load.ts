import { defaultLocale, getLanguage, type Locale } from './languages.ts'
import { findMessages, provideMessages, type Messages } from './messages.ts'

// One explicit import per language, so that a bundler makes one chunk of each. No import attribute: the
// development server answers these with JavaScript, which a browser then refuses as JSON.
const files: Record<Locale, () => Promise<{ default: Messages }>> = {
  en_US: () => import('./en_US.json'),
  ar: () => import('./ar.json'),
  zh_CN: () => import('./zh_CN.json'),
}

/** Fetches what `translator(locale)` needs; in a browser only that language. */
export async function loadMessages(locale: Locale): Promise<void> {
  const needed = getLanguage(locale).complete ? [locale] : [locale, defaultLocale]
  await Promise.all(needed.map(loadOne))
}

async function loadOne(locale: Locale): Promise<void> {
  if (findMessages(locale)) return
  const file = await files[locale]()
  provideMessages(locale, file.default)
}
