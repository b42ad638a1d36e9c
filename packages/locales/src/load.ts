import type { Locale } from './languages.ts'
import { findMessages, provideMessages, type Messages } from './messages.ts'

// Explicit imports give one chunk per language. No import attribute: the development server responds with
// JavaScript, which a browser rejects as JSON.
const files: Record<Locale, () => Promise<{ default: Messages }>> = {
  en_US: () => import('./en_US.json'),
  ar: () => import('./ar.json'),
  zh_CN: () => import('./zh_CN.json'),
}

/** Loads the messages that `translator(locale)` needs. */
export async function loadMessages(locale: Locale): Promise<void> {
  if (findMessages(locale)) return
  const file = await files[locale]()
  provideMessages(locale, file.default)
}
