// For servers: importing this module provides the messages of every language.
import adminAr from './admin/ar.json' with { type: 'json' }
import adminEnglish from './admin/en_US.json' with { type: 'json' }
import adminChinese from './admin/zh_CN.json' with { type: 'json' }
import ar from './ar.json' with { type: 'json' }
import english from './en_US.json' with { type: 'json' }
import chinese from './zh_CN.json' with { type: 'json' }
import { languages, type Locale } from './languages.ts'
import { provideMessages, withEnglish, type Messages } from './messages.ts'

/** By file, as translators see them. */
export const messageFiles: Readonly<Record<Locale, Readonly<Record<string, Messages>>>> = {
  en_US: { 'en_US.json': english, 'admin/en_US.json': adminEnglish },
  ar: { 'ar.json': ar, 'admin/ar.json': adminAr },
  zh_CN: { 'zh_CN.json': chinese, 'admin/zh_CN.json': adminChinese },
}

export const allMessages: Readonly<Record<Locale, Messages>> = {
  en_US: { ...english, ...adminEnglish },
  ar: { ...ar, ...adminAr },
  zh_CN: { ...chinese, ...adminChinese },
}

for (const { locale } of languages)
  provideMessages(locale, withEnglish(allMessages.en_US, allMessages[locale]))

/** Keys that a language does not translate yet. */
export function listUntranslated(locale: Locale): string[] {
  return Object.keys(allMessages.en_US).filter((key) => !(key in allMessages[locale]))
}
