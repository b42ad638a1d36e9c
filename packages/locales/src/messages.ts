import type en_US from './en_US.json'
import type { Locale } from './languages.ts'

export type MessageKey = keyof typeof en_US
export type Messages = Readonly<Partial<Record<MessageKey, string>>>

const provided = new Map<Locale, Messages>()

export function provideMessages(locale: Locale, messages: Messages): void {
  provided.set(locale, messages)
}

export function findMessages(locale: Locale): Messages | null {
  return provided.get(locale) ?? null
}

/** English until a message is translated. The web build does the same with the files that browsers load. */
export function withEnglish(english: Messages, messages: Messages): Messages {
  return { ...english, ...messages }
}
