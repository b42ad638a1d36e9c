import { IntlMessageFormat } from 'intl-messageformat'
import { getLanguage, type Locale } from './languages.ts'
import { findMessage, hasMessages, type MessageKey } from './messages.ts'

export type { MessageKey } from './messages.ts'

export type Value = string | number | bigint | boolean | Date | null | undefined
export type Values = Readonly<Record<string, Value>>
export type RichValues<Node> = Readonly<
  Record<string, Value | Node | ((chunks: (string | Node)[]) => Node)>
>

export interface Translate {
  (key: MessageKey, values?: Values): string
  /** For messages with rich tags or nodes as values. Returns the parts in the language's order. */
  rich<Node>(key: MessageKey, values: RichValues<Node>): (string | Node)[]
  /** Whether a key composed at run time, such as `error.` + code, has a message. */
  has(key: string): key is MessageKey
  readonly locale: Locale
  readonly tag: string
  readonly dir: 'ltr' | 'rtl'
}

const translators = new Map<Locale, Translate>()

/** Requires the language's messages: import `all` on a server, call `loadMessages` in a browser. */
export function translator(locale: Locale): Translate {
  const cached = translators.get(locale)
  if (cached) return cached
  const created = createTranslator(locale)
  translators.set(locale, created)
  return created
}

function createTranslator(locale: Locale): Translate {
  if (!hasMessages(locale)) throw new Error(`messages for ${locale} are not loaded`)
  const { tag, dir } = getLanguage(locale)
  const compiled = new Map<MessageKey, IntlMessageFormat | string>()

  function compile(key: MessageKey): IntlMessageFormat | string {
    const cached = compiled.get(key)
    if (cached !== undefined) return cached
    const text = findMessage(locale, key)
    // Showing a raw key is better than failing to render the page.
    if (text === undefined) return key
    const message = compileMessage(text, locale)
    compiled.set(key, message)
    return message
  }

  const plain = (key: MessageKey, values?: Values): string => {
    const message = compile(key)
    return typeof message === 'string' ? message : String(message.format(values))
  }

  function rich<Node>(key: MessageKey, values: RichValues<Node>): (string | Node)[] {
    const message = compile(key)
    if (typeof message === 'string') return [message]
    const parts = message.format<Node>(values)
    return Array.isArray(parts) ? parts : [parts]
  }

  const has = (key: string): key is MessageKey =>
    findMessage(locale, key as MessageKey) !== undefined

  return Object.assign(plain, { rich, has, locale, tag, dir })
}

function compileMessage(text: string, locale: Locale): IntlMessageFormat | string {
  if (!/[{}<>']/.test(text)) return text
  return new IntlMessageFormat(text, withLatinDigits(getLanguage(locale).tag))
}

// Engines differ in the default digits for Arabic, but server and browser must agree.
function withLatinDigits(tag: string): string {
  return `${tag}-u-nu-latn`
}
