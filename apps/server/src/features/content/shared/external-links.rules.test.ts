import { describe, expect, it } from 'vitest'
import type { Actor } from '../../../kernel/rules.ts'
import { canAddLinks, listExternalLinks } from './external-links.rules.ts'

const ben: Actor = {
  id: '2',
  roleId: 1,
  reputation: 9,
  isActivated: true,
  isSuspended: false,
  hasUsedSecondFactor: false,
}
const ada = { ...ben, reputation: 10 }
const mia = { ...ben, roleId: 3 } as const
const amy = { ...ben, roleId: 2 } as const
const required = (privilege: string) => (privilege === 'link.url_limit' ? 10 : 500)

const linksTo = (...urls: string[]) => urls.map((url) => `<a href="${url}">x</a>`).join(' ')
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => `https://${name}.example`) as [
  string,
  string,
  string,
  string,
]
const own = ['/questions/1', 'https://stoa.example/tags', 'http://stoa.example/users']
const siteUrl = 'https://stoa.example'

describe('canAddLinks', () => {
  const text = (html: string, previousHtml = '') => ({ html, previousHtml, siteUrl })

  it.each([
    ['two links', ben, text(linksTo(a, b)), true],
    ['three links', ben, text(linksTo(a, b, c)), false],
    ['three links, with the reputation', ada, text(linksTo(a, b, c)), true],
    ['three links of a moderator', mia, text(linksTo(a, b, c)), true],
    ['three links of an admin', amy, text(linksTo(a, b, c)), true],
    ['the same link again', ben, text(linksTo(a, b, a, b)), true],
    ['three pages of one site', ben, text(linksTo(`${a}/1`, `${a}/2`, `${a}/3`)), false],
    ['an image of another site', ben, text(`${linksTo(a, b)}<img src="${c}/i.png">`), false],
    ['links to this site', ben, text(linksTo(a, b, ...own)), true],
    ['an email', ben, text(linksTo(a, b, 'mailto:ben@stoa.example')), true],
    ['links that the text had', ben, text(linksTo(a, b, c), linksTo(a, b, c, d)), true],
    ['one link more than the text had', ben, text(linksTo(a, b, c), linksTo(a, b)), false],
    ['another link instead of one of three', ben, text(linksTo(a, b, d), linksTo(a, b, c)), false],
    ['another link instead of one of two', ben, text(linksTo(a, c), linksTo(a, b)), true],
  ])('%s', (_case, actor, linked, expected) => {
    const denied = { ok: false, code: 'text.too_many_links', values: { max: 2, reputation: 10 } }
    expect(canAddLinks(actor, linked, required)).toEqual(expected ? { ok: true } : denied)
  })
})

describe('listExternalLinks', () => {
  it('lists links and images of other sites once', () => {
    const html = `<p><a href="https://a.example/?x=1&amp;y=2">a</a> <a class="x" href="/questions/1">b</a>
      <a href="https://stoa.example/questions/1">c</a> <img alt="" src="https://b.example/i.png">
      <img src="/uploads/post/1.png"> <a href="https://a.example/?x=1&amp;y=2">d</a> <a href="//c.example">e</a></p>`
    expect(listExternalLinks(html, 'https://stoa.example')).toEqual([
      'https://a.example/?x=1&y=2',
      'https://b.example/i.png',
      '//c.example',
    ])
  })

  it('lists a link of another kind, such as an email', () => {
    expect(listExternalLinks('<a href="mailto:x@spam.example">x</a>', '')).toEqual([])
  })
})
