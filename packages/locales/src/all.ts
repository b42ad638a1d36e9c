// Every language at once, for servers: importing this file makes `translator` work for all of them.
import ar from './ar.json' with { type: 'json' }
import en_US from './en_US.json' with { type: 'json' }
import zh_CN from './zh_CN.json' with { type: 'json' }
import { languages, type Locale } from './languages.ts'
import { provideMessages, type Messages } from './messages.ts'

export const allMessages: Readonly<Record<Locale, Messages>> = { en_US, ar, zh_CN }

for (const { locale } of languages) provideMessages(locale, allMessages[locale])

/** How much of a language is translated, in whole percent. */
export function progressOf(locale: Locale): number {
  const keys = Object.keys(en_US)
  const translated = keys.filter((key) => key in allMessages[locale]).length
  return Math.floor((translated / keys.length) * 100)
}
