import { describe, expect, it } from 'vitest'
import { isLocale, languages, negotiate, type Locale } from './languages.ts'

const all: Locale[] = ['en_US', 'ar', 'zh_CN']

describe('negotiate', () => {
  it.each<[string | undefined, Locale]>([
    [undefined, 'en_US'],
    ['', 'en_US'],
    ['ar', 'ar'],
    ['ar-EG', 'ar'],
    ['AR-eg', 'ar'],
    ['zh', 'zh_CN'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh_CN'],
    ['zh_CN', 'zh_CN'],
    ['zh-Hans-SG', 'zh_CN'],
    ['en-GB', 'en_US'],
    ['fr, ar;q=0.5', 'ar'],
    ['ar;q=0.2, zh-CN;q=0.7', 'zh_CN'],
    ['en;q=0.5, ar;q=0.5', 'en_US'],
    ['ar ; q = 0.9 , en;q=0.1', 'ar'],
    ['fr-CH, fr;q=0.9', 'en_US'],
    ['*', 'en_US'],
    ['fr, *;q=0.1', 'en_US'],
    ['en;q=0, *', 'ar'],
    ['en;q=0, en-US;q=0, zh;q=0.1', 'zh_CN'],
    ['ar;q=1.5, zh', 'zh_CN'],
    ['ar;q=nonsense, zh', 'zh_CN'],
    ['ar;q=0.5555, zh;q=0.1', 'zh_CN'],
    [',,;q=1, ,ar', 'ar'],
    ['../../etc/passwd, <script>', 'en_US'],
    ['e, x-klingon, i-default', 'en_US'],
  ])('negotiates %s to %s', (header, expected) => {
    expect(negotiate(header, all, 'en_US')).toBe(expected)
  })

  it('falls back from traditional to simplified Chinese only after all other requested languages', () => {
    expect(negotiate('zh-TW, ar;q=0.3', all, 'en_US')).toBe('ar')
    expect(negotiate('zh-TW', all, 'en_US')).toBe('zh_CN')
    expect(negotiate('zh-Hant-HK, fr', all, 'en_US')).toBe('zh_CN')
  })

  it('returns only offered locales, or the fallback', () => {
    expect(negotiate('ar, zh;q=0.5', ['en_US', 'zh_CN'], 'en_US')).toBe('zh_CN')
    expect(negotiate('fr', all, 'ar')).toBe('ar')
    expect(negotiate('*', all, 'zh_CN')).toBe('zh_CN')
  })

  it('ignores a header longer than 256 characters', () => {
    const header = 'ar,'.padEnd(256, 'x')
    expect(negotiate(header, all, 'en_US')).toBe('ar')
    expect(negotiate(`${header}x`, all, 'en_US')).toBe('en_US')
  })
})

describe('languages', () => {
  it('have a text direction', () => {
    const rtl = languages.filter(({ dir }) => dir === 'rtl').map(({ locale }) => locale)
    expect(rtl).toEqual(['ar'])
  })

  it('have canonical language tags', () => {
    for (const { tag } of languages) expect(Intl.getCanonicalLocales(tag)).toEqual([tag])
  })

  it('are recognized by isLocale', () => {
    expect(isLocale('zh_CN')).toBe(true)
    for (const value of ['zh-CN', 'xx', '__proto__', '', 7, null])
      expect(isLocale(value)).toBe(false)
  })
})
