// For servers: importing this module provides the messages of every language.
import adminAr from './admin/ar.json' with { type: 'json' }
import adminEnglish from './admin/en_US.json' with { type: 'json' }
import adminChinese from './admin/zh_CN.json' with { type: 'json' }
import ar from './ar.json' with { type: 'json' }
import english from './en_US.json' with { type: 'json' }
import chinese from './zh_CN.json' with { type: 'json' }
import { languages, type Locale } from './languages.ts'
import { provideMessages, type Messages } from './messages.ts'

/** By file, as translators see them. */
export const messageFiles: Readonly<Record<Locale, Readonly<Record<string, Messages>>>> = {
  en_US: { 'en_US.json': english, 'admin/en_US.json': adminEnglish },
  ar: { 'ar.json': ar, 'admin/ar.json': adminAr },
  zh_CN: { 'zh_CN.json': chinese, 'admin/zh_CN.json': adminChinese },
}

for (const { locale } of languages)
  for (const files of [messageFiles.en_US, messageFiles[locale]])
    for (const messages of Object.values(files)) provideMessages(locale, messages)

/** Without those that are not translated yet. */
export function getMessages(locale: Locale): Messages {
  return Object.assign({}, ...Object.values(messageFiles[locale])) as Messages
}

/** Keys that a language does not translate yet. */
export function listUntranslated(locale: Locale): string[] {
  const translated = getMessages(locale)
  return Object.keys(getMessages('en_US')).filter((key) => !(key in translated))
}
