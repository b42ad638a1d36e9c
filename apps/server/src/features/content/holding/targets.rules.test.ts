import { describe, expect, it } from 'vitest'
import { listTargets, toNetwork, toTarget } from './targets.rules.ts'

describe('toTarget', () => {
  it.each([
    ['https://www.spam.example/path?x=1', 'spam.example'],
    ['https://a1b2.spam.example/', 'spam.example'],
    ['//spam.example/x', 'spam.example'],
    ['https://shop.spam.co.uk/', 'spam.co.uk'],
    ['https://win.netlify.app/', 'win.netlify.app'],
    ['https://deep.win.netlify.app/', 'win.netlify.app'],
    ['https://t.me/bonus', 't.me/bonus'],
    ['https://bit.ly/3xYz/', 'bit.ly/3xYz'],
    ['https://www.youtube.com/watch?v=abc&t=3', 'youtube.com/watch?v=abc'],
    ['https://github.com/nodejs/node/issues/1', 'github.com/nodejs/node/issues/1'],
    ['https://en.wikipedia.org/wiki/Spam', null],
    ['https://developer.mozilla.org/en-US/', null],
    ['http://localhost:3000/', null],
    ['http://192.168.1.1/', null],
    ['http://203.0.113.9/', '203.0.113.9'],
    ['mailto:Win@Spam.example', 'win@spam.example'],
    ['tel:+1-800-555-0199', '+8005550199'],
    ['ftp://files.example/', null],
    ['not a link', null],
    ['mailto:%E0%A4%A', '%e0%a4%a'],
  ])('%s: %s', (url, expected) => {
    expect(toTarget(url)).toBe(expected)
  })
})

describe('listTargets', () => {
  it.each<[string, string, string[]]>([
    ['a domain without a link', '<p>Go to best-casino.com today</p>', ['best-casino.com']],
    [
      'a domain in brackets',
      '<p>best-casino[.]com or win (dot) shop</p>',
      ['best-casino.com', 'win.shop'],
    ],
    ['a domain in words', '<p>best-casino dot com</p>', ['best-casino.com']],
    ['an email', '<p>Write to Dr.Love@Mail.example</p>', ['dr.love@mail.example']],
    ['a phone number', '<p>Call +1 (800) 555-0199 now</p>', ['+8005550199']],
    ['the same number, written differently', '<p>Call 1-800-555-0199</p>', ['+8005550199']],
    ['a name in a messenger', '<p>加微信：money888 详谈</p>', ['@money888']],
    ['a name in another one', '<p>Telegram: @fast_cash</p>', ['@fast_cash']],
    ['a file', '<p>Edit package.json and node.js</p>', []],
    ['a date', '<p>Since 2024-01-15 10:30:00</p>', []],
    ['an IP address', '<p>From 203.0.113.100 to 255.255.255.255</p>', []],
    ['a large number', '<p>It is 2147483647 and 1700000000000</p>', []],
    [
      'code',
      '<pre><code>curl win.shop +1 800 555 0199</code></pre><p>and <code>a.com</code></p>',
      [],
    ],
  ])('%s', (_name, html, expected) => {
    expect(listTargets(html, [])).toEqual(expected)
  })

  it('lists each target once, up to a number', () => {
    const links = Array.from({ length: 20 }, (_, index) => `https://s${index % 9}.example/`)
    expect(listTargets('', ['https://a.example/1', 'https://a.example/2'])).toEqual(['a.example'])
    expect(listTargets('', links).length).toBeLessThanOrEqual(6)
  })
})

describe('toNetwork', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2::3', '2001:db8:1::/48'],
    ['2001:DB8::3', '2001:db8:0::/48'],
    ['127.0.0.1', ''],
    ['10.1.2.3', ''],
    ['::1', ''],
    ['fe80::1%eth0', ''],
    ['unknown', ''],
    ['', ''],
  ])('%s: %s', (ip, expected) => {
    expect(toNetwork(ip)).toBe(expected)
  })
})
