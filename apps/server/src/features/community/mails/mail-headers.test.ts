import { expect, it } from 'vitest'
import { headersOf, unsubscribeHeaders } from './mail-headers.ts'

it('sends one-click unsubscribe headers over HTTPS only', () => {
  expect(unsubscribeHeaders('https://ask.example/users/unsubscribe?code=x')).toEqual({
    'List-Unsubscribe': '<https://ask.example/users/unsubscribe?code=x>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  expect(unsubscribeHeaders('http://ask.example/u')).toEqual({
    'List-Unsubscribe': '<http://ask.example/u>',
  })
})

it('names the list by kind, in the form of a host name', () => {
  const url = 'https://ask.example/u'
  const headers = headersOf({
    host: 'ask.example',
    kind: 'followed_tags',
    unsubscribeUrl: url,
    code: '1',
  })
  expect(headers['List-Id']).toBe('<followed-tags.ask.example>')
})
