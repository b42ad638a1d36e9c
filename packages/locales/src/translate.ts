import { IntlMessageFormat } from 'intl-messageformat'
import { defaultLocale, getLanguage, type Locale } from './languages.ts'
import { findMessages, type MessageKey, type Messages } from './messages.ts'

export type { MessageKey } from './messages.ts'

export type Value = string | number | bigint | boolean | Date | null | undefined
export type Values = Readonly<Record<string, Value>>
export type RichValues<Node> = Readonly<
  Record<string, Value | Node | ((chunks: (string | Node)[]) => Node)>
>

export interface Translate {
  (key: MessageKey, values?: Values): string
  /** For messages with tags or with nodes as values: the parts in the order of the language. */
  rich<Node>(key: MessageKey, values: RichValues<Node>): (string | Node)[]
  /** Whether a key made at run time, such as `error.` + code, has a message. */
  has(key: string): key is MessageKey
  readonly locale: Locale
  readonly tag: string
  readonly dir: 'ltr' | 'rtl'
}

const translators = new Map<Locale, Translate>()

/** The messages of the language must have been provided: by `all` on a server, by `loadMessages` in a browser. */
export function translator(locale: Locale): Translate {
  const known = translators.get(locale)
  if (known) return known
  const made = makeTranslator(locale)
  translators.set(locale, made)
  return made
}

function makeTranslator(locale: Locale): Translate {
  const own = findMessages(locale)
  if (!own) throw new Error(`the messages of ${locale} are not loaded`)
  const { tag, dir } = getLanguage(locale)
  const compiled = new Map<MessageKey, IntlMessageFormat | string>()

  function compile(key: MessageKey): IntlMessageFormat | string {
    const known = compiled.get(key)
    if (known !== undefined) return known
    const made = compileMessage(key, locale, own ?? {})
    compiled.set(key, made)
    return made
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
    Object.hasOwn(own, key) || Object.hasOwn(findMessages(defaultLocale) ?? {}, key)

  return Object.assign(plain, { rich, has, locale, tag, dir })
}

function compileMessage(
  key: MessageKey,
  locale: Locale,
  own: Messages,
): IntlMessageFormat | string {
  const translated = own[key]
  const text = translated ?? findMessages(defaultLocale)?.[key]
  // A page with a raw key in it is ugly; a page that fails to render is worse.
  if (text === undefined) return key
  if (!/[{}<>']/.test(text)) return text
  const language = getLanguage(translated === undefined ? defaultLocale : locale)
  return new IntlMessageFormat(text, withLatinDigits(language.tag))
}

// Engines disagree about the digits of Arabic; server and browser must not.
function withLatinDigits(tag: string): string {
  return `${tag}-u-nu-latn`
}
