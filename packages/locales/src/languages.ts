interface LanguageShape {
  readonly locale: string
  /** BCP 47 tag, for `<html lang>` and `Intl`. */
  readonly tag: string
  /** What the language calls itself. */
  readonly name: string
  readonly dir: 'ltr' | 'rtl'
  /** Incomplete languages bring en_US along to the browser, for the keys they lack. */
  readonly complete: boolean
}

export const languages = [
  { locale: 'en_US', tag: 'en-US', name: 'English', dir: 'ltr', complete: true },
  { locale: 'ar', tag: 'ar', name: 'العربية', dir: 'rtl', complete: true },
  { locale: 'zh_CN', tag: 'zh-CN', name: '简体中文', dir: 'ltr', complete: true },
] as const satisfies readonly LanguageShape[]

export type Locale = (typeof languages)[number]['locale']

export interface Language extends LanguageShape {
  readonly locale: Locale
}

export const defaultLocale: Locale = 'en_US'

const byLocale: ReadonlyMap<string, Language> = new Map(
  languages.map((language) => [language.locale, language]),
)

export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && byLocale.has(value)
}

export function getLanguage(locale: Locale): Language {
  const language = byLocale.get(locale)
  if (!language) throw new Error(`unknown locale ${locale}`)
  return language
}

const longestHeader = 256

interface Range {
  tag: string
  quality: number
}

// Every request has such a header, and browsers send one of a few hundred.
const negotiated = new WeakMap<readonly Locale[], Map<string, Locale>>()
const mostKept = 1_000

/** The offered locale that fits an Accept-Language header best. */
export function negotiate(
  acceptLanguage: string | null | undefined,
  offered: readonly Locale[],
  fallback: Locale,
): Locale {
  const header = acceptLanguage ?? ''
  if (header.length > longestHeader) return fallback
  const kept = negotiated.get(offered) ?? new Map<string, Locale>()
  negotiated.set(offered, kept)
  const key = `${fallback} ${header}`
  const known = kept.get(key)
  if (known !== undefined) return known
  if (kept.size >= mostKept) kept.clear()
  const locale = choose(parseRanges(header), offered, fallback)
  kept.set(key, locale)
  return locale
}

function choose(ranges: readonly Range[], offered: readonly Locale[], fallback: Locale): Locale {
  const refused = ranges.filter((range) => range.quality === 0)
  const wanted = ranges.filter((range) => range.quality > 0)
  const candidates = offered.filter(
    (locale) => !refused.some((range) => sameScript(range.tag, locale)),
  )

  for (const { tag } of wanted) {
    if (tag === '*') return candidates.includes(fallback) ? fallback : (candidates[0] ?? fallback)
    const match =
      candidates.find((locale) => sameTag(tag, locale)) ??
      candidates.find((locale) => sameScript(tag, locale))
    if (match) return match
  }
  // Traditional for simplified Chinese is a poor answer, yet better than a language not asked for.
  for (const { tag } of wanted) {
    const match = candidates.find((locale) => sameLanguage(tag, locale))
    if (match) return match
  }
  return fallback
}

/** Each range is looked up in the locale data, which is slow. Browsers send fewer than ten. */
const mostRanges = 32

function parseRanges(header: string): Range[] {
  return header
    .split(',', mostRanges)
    .flatMap(parseRange)
    .sort((a, b) => b.quality - a.quality)
}

function parseRange(part: string): Range[] {
  const [rawTag = '', ...parameters] = part.split(';').map((piece) => piece.trim())
  const tag = rawTag.replaceAll('_', '-')
  if (tag !== '*' && !/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(tag)) return []
  const weight = parameters.find((parameter) => /^q\s*=/i.test(parameter))
  if (weight === undefined) return [{ tag, quality: 1 }]
  const value = weight.slice(weight.indexOf('=') + 1).trim()
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(value) ? [{ tag, quality: Number(value) }] : []
}

function sameTag(tag: string, locale: Locale): boolean {
  return tag.toLowerCase() === getLanguage(locale).tag.toLowerCase()
}

function sameScript(tag: string, locale: Locale): boolean {
  const asked = likely(tag)
  const offered = likely(getLanguage(locale).tag)
  return asked?.language === offered?.language && asked?.script === offered?.script
}

function sameLanguage(tag: string, locale: Locale): boolean {
  return likely(tag)?.language === likely(getLanguage(locale).tag)?.language
}

// Maximising takes longer than all the rest of a small reply, and most readers send one of a few tags.
const mostKnown = 1_000
const known = new Map<string, Intl.Locale | null>()

function likely(tag: string): Intl.Locale | null {
  const found = known.get(tag)
  if (found !== undefined) return found
  if (known.size >= mostKnown) known.clear()
  const made = maximise(tag)
  known.set(tag, made)
  return made
}

// Maximising fills in what a tag leaves out: zh is Hans, zh-TW is Hant, ar-EG is Arab.
function maximise(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag).maximize()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
