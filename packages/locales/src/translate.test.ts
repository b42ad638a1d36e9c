import { beforeEach, describe, expect, it, vi } from 'vitest'
import './all.ts'
import { translator } from './translate.ts'

describe('translator', () => {
  it.each([
    [0, 'لا مشاهدات'],
    [1, 'مشاهدة واحدة'],
    [2, 'مشاهدتان'],
    [3, '3 مشاهدات'],
    [10, '10 مشاهدات'],
    [11, '11 مشاهدة'],
    [99, '99 مشاهدة'],
    [100, '100 مشاهدة'],
    [1234, '1,234 مشاهدة'],
  ])('uses the six Arabic plural forms: %d', (count, expected) => {
    expect(translator('ar')('count.views', { count })).toBe(expected)
  })

  it('uses the noun form that follows each Arabic number', () => {
    const t = translator('ar')
    expect([3, 11, 100].map((count) => t('count.questions', { count }))).toEqual([
      '3 أسئلة',
      '11 سؤالًا',
      '100 سؤال',
    ])
  })

  it('uses the one Chinese form for every number', () => {
    const t = translator('zh_CN')
    expect([0, 1, 2, 1234].map((count) => t('count.views', { count }))).toEqual([
      '0 次浏览',
      '1 次浏览',
      '2 次浏览',
      '1,234 次浏览',
    ])
  })

  it('uses singular and plural in English', () => {
    const t = translator('en_US')
    expect(t('count.views', { count: 1 })).toBe('1 view')
    expect(t('count.views', { count: 0 })).toBe('0 views')
  })

  it('has the locale, tag and direction', () => {
    const { locale, tag, dir } = translator('ar')
    expect({ locale, tag, dir }).toEqual({ locale: 'ar', tag: 'ar', dir: 'rtl' })
  })

  it('throws with the name of a missing value', () => {
    expect(() => translator('en_US')('count.views')).toThrow(/count/)
  })

  it('returns the same instance for a locale', () => {
    expect(translator('ar')).toBe(translator('ar'))
  })
})

describe('translator.rich', () => {
  it('returns parts in the order of the language', () => {
    const parts = { time: { node: 'now' } }
    expect(translator('en_US').rich('question.asked', parts)).toEqual(['asked ', { node: 'now' }])
    expect(translator('zh_CN').rich('question.asked', parts)).toEqual([{ node: 'now' }, '提问'])
  })

  it('returns one part for a message without values', () => {
    expect(translator('en_US').rich('app.loading', {})).toEqual(['Loading…'])
  })
})

describe('messages', () => {
  beforeEach(() => vi.resetModules())

  it('are English until they are translated', async () => {
    const fresh = await import('./translate.ts')
    const { provideMessages, withEnglish } = await import('./messages.ts')
    const english = { 'app.loading': 'Loading…', 'app.skip_to_content': 'Skip to content' }
    provideMessages('zh_CN', withEnglish(english, { 'app.loading': '加载中…' }))
    const t = fresh.translator('zh_CN')
    expect(t('app.loading')).toBe('加载中…')
    expect(t('app.skip_to_content')).toBe('Skip to content')
    expect(t('count.views')).toBe('count.views')
    const keys = ['app.skip_to_content', 'error.unheard_of', 'toString']
    expect(keys.map(t.has)).toEqual([true, false, false])
  })

  it('must be loaded, one language at a time', async () => {
    const fresh = await import('./translate.ts')
    const { loadMessages } = await import('./load.ts')
    const { hasMessages } = await import('./messages.ts')
    expect(() => fresh.translator('ar')).toThrow('messages for ar are not loaded')
    await loadMessages('ar')
    expect(fresh.translator('ar')('count.views', { count: 2 })).toBe('مشاهدتان')
    expect(hasMessages('en_US')).toBe(false)
  })

  it('of the admin area are added when they are loaded, in every language', async () => {
    const fresh = await import('./translate.ts')
    const { loadAdminMessages, loadMessages } = await import('./load.ts')
    await loadMessages('en_US')
    const english = fresh.translator('en_US')
    expect(english('admin.dashboard')).toBe('admin.dashboard')
    await loadAdminMessages()
    expect(english('admin.dashboard')).toBe('Dashboard')
    await loadMessages('ar')
    expect(fresh.translator('ar').has('admin.dashboard')).toBe(true)
  })
})
