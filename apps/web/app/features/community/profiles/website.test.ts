import { expect, it } from 'vitest'
import { toWebsite } from './website.ts'

it('toWebsite shows the host of a URL', () => {
  expect(toWebsite('https://www.ada.example/about?x=1')).toEqual({
    href: 'https://www.ada.example/about?x=1',
    host: 'ada.example',
  })
})

it.each([
  '',
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'data:text/html,x',
  'ada.example',
  '//x',
])('toWebsite rejects %j (CVE-2024-29217)', (text) => expect(toWebsite(text)).toBeNull())
