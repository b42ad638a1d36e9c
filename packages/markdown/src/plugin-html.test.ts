import { describe, expect, it } from 'vitest'
import { problemsIn } from './dom.fixture.ts'
import { sanitizePluginHtml } from './plugin-html.ts'
import { xssPayloads } from './xss-payloads.fixture.ts'

const sanitize = (html: string) =>
  sanitizePluginHtml(html, { siteUrl: 'https://site.example', scope: 'hello' })

describe('HTML of a plugin', () => {
  it('keeps allowed elements and attributes only', () => {
    for (const payload of xssPayloads) {
      for (const html of [payload, `<p>${payload}</p>`, `<a href="${payload}">x</a>`])
        expect({ html, problems: problemsIn(sanitize(html)) }).toEqual({ html, problems: [] })
    }
  })

  it('keeps classes of plugins and no others', () => {
    expect(sanitize('<p class="plugin-card fixed inset-0">a</p>')).toBe(
      '<p class="plugin-card">a</p>',
    )
    expect(sanitize('<div class="fixed inset-0 z-header">a</div>')).toBe('<div>a</div>')
    expect(sanitize('<code class="hljs plugin-code">a</code>')).toBe(
      '<code class="hljs plugin-code">a</code>',
    )
  })

  it('has no styles, scripts, forms or handlers', () => {
    const html =
      '<style>body{display:none}</style><script>alert(1)</script><form><button onclick="x()">b</button></form>' +
      '<p style="position:fixed" onclick="x()" data-plugin="other">text</p><iframe src="/"></iframe>'
    expect(sanitize(html)).toBe('b<p>text</p>')
  })

  it('has ids that cannot be those of the page', () => {
    expect(sanitize('<h2 id="answers">a</h2><a href="#answers">b</a>')).toBe(
      '<h2 id="user-content-plugin-hello-answers">a</h2><a href="#user-content-plugin-hello-answers">b</a>',
    )
  })
})
