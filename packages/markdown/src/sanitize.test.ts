import fc from 'fast-check'
import { expect, it } from 'vitest'
import { problemsIn } from './dom.fixture.ts'
import { render } from './render.ts'
import { sanitize } from './sanitize.ts'
import { xssPayloads } from './xss-payloads.fixture.ts'

const clean = (html: string): string =>
  sanitize(html, {
    site: new URL('https://site.example'),
    idPrefix: 'user-content-',
    links: new Set(),
    paths: new Set(),
    imageSizes: new Map(),
  })

const words = [
  '< > " \' & / = ` <!-- --> &lt; &#106; &amp;lt; <a href="x"> </a> <img src=',
  '<img src="https://e.example/i.png"> <img src="/i"> <img src="/uploads/i.png"> alt="&quot;">',
  '<table> <tr> <td> </td> </table> <div class="table-scroll">',
  '<div> </div> <p> </p> <li> <ul> </ul> <pre> </pre> <code class="hljs"> <h2 id=x> <form> <button>',
  '<svg> </svg> <math> <mtext> <style> </style> <noscript> </noscript> <template> <select> <option>',
  '<textarea> </textarea> <iframe> <xmp> <title> javascript: onerror=alert(1) text é 👍',
].flatMap((line) => line.split(' '))
const snippets = fc.constantFrom(...words, ' ', '\n', '\u0000', '<a href=', '<b ')
const soup = fc.array(fc.oneof(snippets, fc.string({ maxLength: 5 })), { maxLength: 40 })

it('is idempotent', () => {
  fc.assert(
    fc.property(soup, (parts) => {
      const once = clean(parts.join(''))
      expect(clean(once)).toBe(once)
    }),
    { numRuns: 2_000 },
  )
})

it('is idempotent for every payload, raw and rendered', () => {
  for (const payload of xssPayloads) {
    const once = clean(payload)
    expect(clean(once)).toBe(once)
    const { html } = render(payload, { siteUrl: 'https://site.example' })
    expect(clean(html)).toBe(html)
  }
})

it('allows only safe elements and attributes for random input', () => {
  fc.assert(
    fc.property(soup, (parts) => {
      expect(problemsIn(clean(parts.join('')))).toEqual([])
      expect(problemsIn(render(parts.join(''), { siteUrl: 'https://site.example' }).html)).toEqual(
        [],
      )
    }),
    { numRuns: 2_000 },
  )
})
