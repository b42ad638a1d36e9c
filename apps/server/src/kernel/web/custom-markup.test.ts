import { customMarkupSettings } from '@stoa/contract/settings/site'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { noCustomMarkup, toCustomMarkup } from './custom-markup.ts'

const of = (settings: Record<string, string>) =>
  toCustomMarkup(customMarkupSettings.schema.parse(settings))
const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

it('adds nothing to a site without custom markup', () => {
  expect(of({})).toEqual(noCustomMarkup)
})

describe('header, footer and sidebar', () => {
  it('stand as they were written', () => {
    const banner = '<p class="banner">Back <a href="https://e.example">soon</a> &amp; well</p>'
    expect(of({ custom_header: banner }).header).toBe(banner)
  })

  it('lose scripts, handlers, frames and elements of the head', () => {
    const { footer } = of({
      custom_footer:
        '<b onclick="x()">a</b><script>x()</script><iframe src="/"></iframe><meta name="a" content="b">' +
        '<a href=" javascript:x()">b</a><svg><script>x()</script></svg><!-- c --><plaintext>d',
    })
    expect(footer).toBe('<b>a</b><a>b</a><svg></svg>')
  })

  it('are closed, whatever was left open, and close nothing of the page', () => {
    expect(of({ custom_sidebar: '</div></aside><ul><li>one<li>two' }).sidebar).toBe(
      '<ul><li>one</li><li>two</li></ul>',
    )
  })

  it('have the styles they were written with allowed by hash, and no others', () => {
    const { styleSources } = of({
      custom_header: '<p style="color: red">a</p><style>p { margin: 0 }</style>',
    })
    expect(styleSources).toEqual([`'unsafe-hashes'`, sha('p { margin: 0 }'), sha('color: red')])
  })

  it('name the places their images come from', () => {
    const { imageOrigins } = of({
      custom_header:
        '<img src="https://cdn.example/a.png"><img src="/b.png"><img src="http://c/d">',
    })
    expect(imageOrigins).toEqual(['https://cdn.example'])
  })
})

describe('the head', () => {
  const head = (custom_head: string) => of({ custom_head }).head

  it('takes descriptions, links to other places and styles', () => {
    const good =
      '<meta name="google-site-verification" content="abc">' +
      '<link rel="me" href="https://social.example/@stoa"><style>p { margin: 0 }</style>'
    expect(head(good)).toBe(good)
    expect(of({ custom_head: good }).styleSources).toEqual([sha('p { margin: 0 }')])
  })

  it.each([
    '<script src="https://e.example/x.js"></script>',
    '<meta http-equiv="refresh" content="0; url=https://e.example">',
    '<meta charset="utf-7">',
    '<link rel="stylesheet" href="https://e.example/x.css">',
    '<link rel="modulepreload" href="/x.js">',
    '<link rel="canonical" href="/">',
    '<link rel="icon" href="javascript:x()">',
    '<base href="https://e.example">',
    '<title>Another name</title>',
    'words',
  ])('refuses %s', (markup) => {
    expect(head(markup)).toBe('')
  })

  it('links the style sheet under an address that changes with it', () => {
    const link = (custom_css: string) => of({ custom_css }).head
    expect(link('p { color: red }')).toMatch(
      /^<link rel="stylesheet" href="\/custom\.css\?v=[0-9a-f]{12}">$/,
    )
    expect(link('p { color: red }')).not.toBe(link('p { color: blue }'))
  })
})
