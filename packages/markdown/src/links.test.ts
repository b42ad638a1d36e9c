import { describe, expect, it } from 'vitest'
import { render } from './render.ts'
import { showExternalImages } from './display.ts'

const siteUrl = 'https://site.example/'
const htmlOf = (markdown: string): string => render(markdown, { siteUrl }).html.trim()
const rel = 'rel="nofollow ugc noopener"'

describe('links', () => {
  it('have rel attributes when external, and none when internal', () => {
    expect(htmlOf('[a](https://other.example/x)')).toBe(
      `<p><a href="https://other.example/x" ${rel}>a</a></p>`,
    )
    expect(htmlOf('[a](https://site.example/x)')).toBe(
      '<p><a href="https://site.example/x">a</a></p>',
    )
    expect(htmlOf('[a](/x) [b](mailto:a@b.example)')).toBe(
      '<p><a href="/x">a</a> <a href="mailto:a@b.example">b</a></p>',
    )
  })

  it('are internal only when the whole host, port and scheme match the site', () => {
    for (const host of [
      'https://site.example.evil.example',
      'https://evilsite.example',
      'https://site.example:8443',
      'http://site.example',
    ])
      expect(htmlOf(`[a](${host}/x)`)).toContain(rel)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a.example',
    'file:///etc/passwd',
    '//evil.example',
    '/\\evil.example',
    'https://site.example@evil.example',
  ])('never lead to %s', (url) => {
    expect(htmlOf(`<a href="${url}">a</a>`)).toBe('<p><a>a</a></p>')
  })

  it('are created from plain URLs and emails, but not from every word with a dot', () => {
    expect(htmlOf('https://a.example/b_(c). www.a.example, x@a.example')).toBe(
      `<p><a href="https://a.example/b_(c)" ${rel}>https://a.example/b_(c)</a>. ` +
        `<a href="https://www.a.example" ${rel}>www.a.example</a>, ` +
        '<a href="mailto:x@a.example">x@a.example</a></p>',
    )
    expect(htmlOf('run main.py or app.io')).toBe('<p>run main.py or app.io</p>')
  })
})

describe('images', () => {
  it('uploaded to the site are shown, with lazy loading and the requested size', () => {
    expect(htmlOf('![a](/uploads/x.png)')).toBe(
      '<p><img src="/uploads/x.png" alt="a" loading="lazy" decoding="async" /></p>',
    )
    expect(htmlOf('<img src="/uploads/x.png" width="300" height="200px">')).toContain(
      'width="300" height="200"',
    )
    expect(htmlOf('![a](https://site.example/uploads/post/x.png?y#z)')).toContain(
      'src="https://site.example/uploads/post/x.png"',
    )
  })

  it.each([
    '/answer/api/v1/user/logout',
    '/uploads',
    '/uploads/',
    '/uploadsx/a.png',
    '/Uploads/a.png',
    '/uploads/../answer/api/v1/user/logout',
    '/uploads/a/../../answer/api/v1/user/logout',
    '/uploads/%2e%2e/answer/api/v1/user/logout',
    '/uploads/.%2E/answer/api/v1/user/logout',
    '/uploads/..%2fanswer/api/v1/user/logout',
    '/uploads/%252e%252e/answer',
    '/uploads/..\\answer/api/v1/user/logout',
    '/uploads//answer',
    '/uploads/./../answer',
    '/a/uploads/x.png',
    'answer/api/v1/user/logout',
    '../../answer/api/v1/user/logout',
    '?next=/uploads/x.png',
    'https://site.example/answer/api/v1/user/logout',
    'https://SITE.example:443/uploads/../answer',
    'http://site.example/answer/api/v1/user/logout',
    'https://site.example:8443/uploads/x.png',
    'https://site.example./answer/api/v1/user/logout',
    '//site.example/answer/api/v1/user/logout',
    '/\\site.example/answer/api/v1/user/logout',
  ])('are never loaded from the internal URL %s', (source) => {
    const variants = [
      `![a](${source})`,
      `![a][b]\n\n[b]: ${source}`,
      `<img src="${source}" alt="a">`,
      `<img data-external-src="${source}" alt="a">`,
      `<img data-link-src="${source}" alt="a">`,
    ]
    for (const markdown of variants) {
      const html = showExternalImages(htmlOf(markdown))
      expect(html).not.toMatch(/ (?:src|data-[a-z-]+)=/)
      expect(html).toContain('a')
    }
  })

  it('with an internal URL that is not an upload become links', () => {
    expect(htmlOf('![a "b" <c>](/questions/10010000000000001)')).toBe(
      '<p><a href="/questions/10010000000000001">a "b" &lt;c&gt;</a></p>',
    )
    expect(htmlOf('<img src="/x.png">')).toBe('<a href="/x.png">x.png</a>')
    expect(htmlOf('![a](http://site.example/x)')).toBe(
      `<p><a href="http://site.example/x" ${rel}>a</a></p>`,
    )
    expect(htmlOf('[b ![a](/x.png)](https://other.example)')).toBe(
      `<p><a href="https://other.example" ${rel}>b a</a></p>`,
    )
    expect(render('![a](/questions/10010000000000001)', { siteUrl }).links).toEqual([
      '10010000000000001',
    ])
  })

  it('of other sites are links until the user allows them', () => {
    const hidden =
      `<p><a href="https://e.example/x.png" ${rel} class="external-image">` +
      '<img data-external-src="https://e.example/x.png" alt="a" loading="lazy" decoding="async" />' +
      '</a></p>'
    expect(htmlOf('![a](https://e.example/x.png)')).toBe(hidden)
    expect(showExternalImages(hidden)).toContain('<img src="https://e.example/x.png" alt="a"')
  })

  it('of other sites without alt text get their file name as alt text', () => {
    expect(htmlOf('![](https://e.example/dir/a%20b.png)')).toContain('alt="a b.png"')
    expect(htmlOf('![](https://e.example/)')).toContain('alt="e.example"')
  })

  it('inside a link are not wrapped in a second link', () => {
    expect(htmlOf('[![a](https://e.example/x.png)](https://other.example)')).toBe(
      `<p><a href="https://other.example" ${rel}>` +
        '<img data-external-src="https://e.example/x.png" alt="a" loading="lazy" decoding="async" />' +
        '</a></p>',
    )
  })

  it('with a forbidden URL keep only their alt text', () => {
    expect(htmlOf('<img src="data:image/png;base64,AAAA" alt="a" srcset="x 2x">')).toBe(
      '<img alt="a" />',
    )
  })
})

describe('links to posts', () => {
  it('are returned once each, by long and short id', () => {
    const { links } = render(
      [
        '#10010000000000001 #10020000000000003 and #10010000000000001',
        '[a](/questions/10010000000000002/some-title/10020000000000004)',
        'https://site.example/questions/D1D1/E1F1',
        '<a href="/questions/10010000000000005">x</a>',
      ].join('\n\n'),
      { siteUrl },
    )
    expect(new Set(links)).toEqual(
      new Set([
        '10010000000000001',
        '10020000000000003',
        '10010000000000002',
        '10020000000000004',
        'D1D1',
        'E1F1',
        '10010000000000005',
      ]),
    )
    expect(links).toHaveLength(7)
  })

  it('are not found in external URLs, other paths, code and hex colors', () => {
    const { links, html } = render(
      [
        'https://other.example/questions/10010000000000001 `#10010000000000002`',
        '[a](/questions/ask) [b](/tags/10010000000000001) a#10010000000000003 #D1D1D1',
        '#100100000000000012 ##10010000000000004',
      ].join('\n\n'),
      { siteUrl },
    )
    expect(links).toEqual([])
    expect(html).not.toContain('post-reference')
  })

  it('are created from the id of a question', () => {
    expect(htmlOf('see #10010000000000001.')).toBe(
      '<p>see <a href="/questions/10010000000000001" class="post-reference">' +
        '#10010000000000001</a>.</p>',
    )
  })
})
