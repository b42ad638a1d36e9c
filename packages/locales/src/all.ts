// For servers: importing this module provides the messages of every language.
import ar from './ar.json' with { type: 'json' }
import en_US from './en_US.json' with { type: 'json' }
import zh_CN from './zh_CN.json' with { type: 'json' }
import { languages, type Locale } from './languages.ts'
import { provideMessages, withEnglish, type Messages } from './messages.ts'

export const allMessages: Readonly<Record<Locale, Messages>> = { en_US, ar, zh_CN }

for (const { locale } of languages) provideMessages(locale, withEnglish(en_US, allMessages[locale]))

/** Keys that a language does not translate yet. */
export function listUntranslated(locale: Locale): string[] {
  return Object.keys(en_US).filter((key) => !(key in allMessages[locale]))
}
