import type { Locale } from '@stoa/locales/languages'
import type { Manifest } from '@stoa/plugin-kit/manifest'

type Messages = Readonly<Record<string, string>>

/** Those of the language, and English ones for what it lacks. */
export function messagesOf({ messages }: Manifest, locale: Locale): Messages {
  const [language = ''] = locale.split('_')
  return { ...messages['en'], ...messages['en_US'], ...messages[language], ...messages[locale] }
}

/** Texts of a manifest are English or keys of messages. */
export function pluginText(manifest: Manifest, locale: Locale, text: string): string {
  return messagesOf(manifest, locale)[text] ?? text
}
