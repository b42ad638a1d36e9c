import { expect, it } from 'vitest'
import { chooseLocale } from './locale.ts'

const none = { cookie: null, viewer: null, acceptLanguage: null, site: 'en_US' }

it('chooseLocale prefers the account, then the cookie, the browser and the site', () => {
  const all = { viewer: 'zh_CN', cookie: 'ar', acceptLanguage: 'en-US', site: 'zh_CN' }
  expect(chooseLocale(all)).toBe('zh_CN')
  expect(chooseLocale({ ...all, viewer: '' })).toBe('ar')
  expect(chooseLocale({ ...all, viewer: '', cookie: null })).toBe('en_US')
  expect(chooseLocale({ ...none, site: 'zh_CN' })).toBe('zh_CN')
})

it('chooseLocale ignores unknown languages', () => {
  expect(chooseLocale({ ...none, cookie: '<script>', site: 'xx' })).toBe('en_US')
})
