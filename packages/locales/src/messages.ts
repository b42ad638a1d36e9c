import type admin from './admin/en_US.json'
import type site from './en_US.json'
import type { Locale } from './languages.ts'

/** Those of the admin area are files of their own, which other pages do not load. */
export type MessageKey = keyof typeof site | keyof typeof admin
export type Messages = Readonly<Partial<Record<MessageKey, string>>>

/** Not merged: each copy of all messages takes two hundred kilobytes. */
const provided = new Map<Locale, readonly Messages[]>()

/** Adds to the messages that the language already has, and wins over them. */
export function provideMessages(locale: Locale, messages: Messages): void {
  provided.set(locale, [...(provided.get(locale) ?? []), messages])
}

export function hasMessages(locale: Locale): boolean {
  return provided.has(locale)
}

export function findMessage(locale: Locale, key: MessageKey): string | undefined {
  return provided.get(locale)?.findLast((messages) => Object.hasOwn(messages, key))?.[key]
}

/** English until a message is translated. The web build does the same with the files that browsers load. */
export function withEnglish(english: Messages, messages: Messages): Messages {
  return { ...english, ...messages }
}
