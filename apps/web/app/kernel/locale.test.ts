import { expect, it } from 'vitest'
import { chooseLocale } from './locale.ts'

const none = { cookie: null, viewer: null, acceptLanguage: null, site: 'en_US' }

it('asks the cookie, then the person, then the browser, then the site', () => {
  const all = { cookie: 'ar', viewer: 'zh_CN', acceptLanguage: 'en-US', site: 'zh_CN' }
  expect(chooseLocale(all)).toBe('ar')
  expect(chooseLocale({ ...all, cookie: null })).toBe('zh_CN')
  expect(chooseLocale({ ...all, cookie: null, viewer: '' })).toBe('en_US')
  expect(chooseLocale({ ...none, site: 'zh_CN' })).toBe('zh_CN')
})

it('falls back rather than trust what it does not know', () => {
  expect(chooseLocale({ ...none, cookie: '<script>', site: 'xx' })).toBe('en_US')
})
