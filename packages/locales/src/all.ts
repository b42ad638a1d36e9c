// For servers: importing this module provides the messages of every language.
import ar from './ar.json' with { type: 'json' }
import en_US from './en_US.json' with { type: 'json' }
import zh_CN from './zh_CN.json' with { type: 'json' }
import { languages, type Locale } from './languages.ts'
import { provideMessages, type Messages } from './messages.ts'

export const allMessages: Readonly<Record<Locale, Messages>> = { en_US, ar, zh_CN }

for (const { locale } of languages) provideMessages(locale, allMessages[locale])

/** Returns the translated share of a language in percent, rounded down. */
export function progressOf(locale: Locale): number {
  const keys = Object.keys(en_US)
  const translated = keys.filter((key) => key in allMessages[locale]).length
  return Math.floor((translated / keys.length) * 100)
}
