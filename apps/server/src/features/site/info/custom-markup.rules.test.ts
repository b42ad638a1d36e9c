import { customMarkupSettings } from '@stoa/contract/settings/site'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { noCustomMarkup } from '../../../platform/ssr/custom-css.ts'
import { sanitizeMarkup } from './custom-markup.rules.ts'

const markupOf = (settings: Record<string, string>) =>
  sanitizeMarkup(customMarkupSettings.schema.parse(settings))
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

it('adds nothing to a site without custom markup', () => {
  expect(markupOf({})).toEqual({ ...noCustomMarkup, removed: [], loads: [] })
})

describe('header, footer and sidebar', () => {
  it('are not changed when they are harmless', () => {
    const banner = '<p class="banner">Back <a href="https://e.example">soon</a> &amp; well</p>'
    expect(markupOf({ custom_header: banner }).header).toBe(banner)
  })

  it('lose scripts, event handlers, frames and head elements', () => {
    const { footer } = markupOf({
      custom_footer:
        '<b onclick="x()">a</b><script>x()</script><iframe src="/"></iframe><meta name="a" content="b">' +
        '<a href=" javascript:x()">b</a><svg><script>x()</script></svg><!-- c --><plaintext>d',
    })
    expect(footer).toBe('<b>a</b><a>b</a><svg></svg>')
  })

  it('have their elements closed and cannot close elements of the page', () => {
    expect(markupOf({ custom_sidebar: '</div></aside><ul><li>one<li>two' }).sidebar).toBe(
      '<ul><li>one</li><li>two</li></ul>',
    )
  })

  it('have their inline styles allowed by hash', () => {
    const { styleSources } = markupOf({
      custom_header: '<p style="color: red">a</p><style>p { margin: 0 }</style>',
    })
    expect(styleSources).toEqual([
      `'unsafe-hashes'`,
      hashOf('p { margin: 0 }'),
      hashOf('color: red'),
    ])
  })

  it('have the https origins of their images allowed', () => {
    const { imageOrigins } = markupOf({
      custom_header:
        '<img src="https://cdn.example/a.png"><img src="/b.png"><img src="http://c/d">',
    })
    expect(imageOrigins).toEqual(['https://cdn.example'])
  })
})

describe('custom head', () => {
  const head = (custom_head: string) => markupOf({ custom_head }).head

  it('may contain meta elements, links and styles', () => {
    const allowed =
      '<meta name="google-site-verification" content="abc">' +
      '<link rel="me" href="https://social.example/@stoa"><style>p { margin: 0 }</style>'
    expect(head(allowed)).toBe(allowed)
    expect(markupOf({ custom_head: allowed }).styleSources).toEqual([hashOf('p { margin: 0 }')])
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
    'text',
  ])('drops %s', (markup) => {
    expect(head(markup)).toBe('')
  })
})
