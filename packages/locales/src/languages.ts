interface LanguageShape {
  readonly locale: string
  /** BCP 47 tag, for `<html lang>` and `Intl`. */
  readonly tag: string
  /** In the language itself. */
  readonly name: string
  readonly dir: 'ltr' | 'rtl'
}

export const languages = [
  { locale: 'en_US', tag: 'en-US', name: 'English', dir: 'ltr' },
  { locale: 'ar', tag: 'ar', name: 'العربية', dir: 'rtl' },
  { locale: 'zh_CN', tag: 'zh-CN', name: '简体中文', dir: 'ltr' },
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

const maxHeaderLength = 256

interface Range {
  tag: string
  quality: number
}

// Every request has this header, and browsers send only a few hundred distinct values.
const negotiatedLocales = new WeakMap<readonly Locale[], Map<string, Locale>>()
const maxCachedHeaders = 1_000

/** Picks the offered locale that best matches an Accept-Language header. */
export function negotiate(
  acceptLanguage: string | null | undefined,
  offered: readonly Locale[],
  fallback: Locale,
): Locale {
  const header = acceptLanguage ?? ''
  if (header.length > maxHeaderLength) return fallback
  const cache = negotiatedLocales.get(offered) ?? new Map<string, Locale>()
  negotiatedLocales.set(offered, cache)
  const key = `${fallback} ${header}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  if (cache.size >= maxCachedHeaders) cache.clear()
  const locale = choose(parseRanges(header), offered, fallback)
  cache.set(key, locale)
  return locale
}

function choose(ranges: readonly Range[], offered: readonly Locale[], fallback: Locale): Locale {
  const excluded = ranges.filter((range) => range.quality === 0)
  const requested = ranges.filter((range) => range.quality > 0)
  const candidates = offered.filter(
    (locale) => !excluded.some((range) => isSameScript(range.tag, locale)),
  )

  for (const { tag } of requested) {
    if (tag === '*') return candidates.includes(fallback) ? fallback : (candidates[0] ?? fallback)
    const match =
      candidates.find((locale) => isSameTag(tag, locale)) ??
      candidates.find((locale) => isSameScript(tag, locale))
    if (match) return match
  }
  // Simplified Chinese is a poor match for traditional, but better than a language not requested.
  for (const { tag } of requested) {
    const match = candidates.find((locale) => isSameLanguage(tag, locale))
    if (match) return match
  }
  return fallback
}

/** Looking up a range in the locale data is slow. Browsers send fewer than ten. */
const maxRanges = 32

function parseRanges(header: string): Range[] {
  return header
    .split(',', maxRanges)
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

function isSameTag(tag: string, locale: Locale): boolean {
  return tag.toLowerCase() === getLanguage(locale).tag.toLowerCase()
}

function isSameScript(tag: string, locale: Locale): boolean {
  const requested = maximize(tag)
  const offered = maximize(getLanguage(locale).tag)
  return requested?.language === offered?.language && requested?.script === offered?.script
}

function isSameLanguage(tag: string, locale: Locale): boolean {
  return maximize(tag)?.language === maximize(getLanguage(locale).tag)?.language
}

// Maximizing takes longer than the rest of a small response, and most browsers send one of a few tags.
const maxCachedTags = 1_000
const maximizedTags = new Map<string, Intl.Locale | null>()

/** Adds the likely script of a language tag: zh is Hans, zh-TW is Hant. Null for an invalid tag. */
function maximize(tag: string): Intl.Locale | null {
  const cached = maximizedTags.get(tag)
  if (cached !== undefined) return cached
  if (maximizedTags.size >= maxCachedTags) maximizedTags.clear()
  const maximized = parseMaximized(tag)
  maximizedTags.set(tag, maximized)
  return maximized
}

function parseMaximized(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag).maximize()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
