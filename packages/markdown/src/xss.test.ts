import { describe, expect, it } from 'vitest'
import { problemsIn } from './dom.fixture.ts'
import { render } from './render.ts'
import { showExternalImages } from './display.ts'
import { xssPayloads } from './xss-payloads.fixture.ts'

const options = { siteUrl: 'https://site.example', idScope: '7' }

const positions: Record<string, (payload: string) => string> = {
  'as a post': (payload) => payload,
  'in a sentence': (payload) => `before ${payload} after`,
  'in a list': (payload) => `- ${payload}\n- b`,
  'in a quote': (payload) => `> ${payload}`,
  'in a heading': (payload) => `## ${payload}`,
  'in a table': (payload) => `| a | b |\n|---|---|\n| ${payload} | x |`,
  'in raw HTML': (payload) => `<div>\n${payload}\n</div>`,
  'in a link': (payload) => `[${payload}](https://ok.example)`,
  'as a URL': (payload) => `[x](<${payload}>) ![x](${payload})`,
  'as a title': (payload) => `[x](https://ok.example "${payload}")`,
  'as an attribute': (payload) => `<a href="${payload}" title='${payload}'>x</a>`,
  'as a language': (payload) => `\`\`\`${payload}\ncode\n\`\`\``,
  'in code': (payload) => `\`\`\`html\n${payload}\n\`\`\``,
  'in a footnote': (payload) => `a[^1]\n\n[^1]: ${payload}`,
}

it('has a corpus of at least 200 different payloads', () => {
  expect(new Set(xssPayloads).size).toBeGreaterThanOrEqual(200)
})

describe.each(Object.entries(positions))('a payload %s', (_name, embed) => {
  it('renders to allowed elements and attributes only', () => {
    for (const payload of xssPayloads) {
      const { html } = render(embed(payload), options)
      expect({ payload, problems: problemsIn(html) }).toEqual({ payload, problems: [] })
      expect(problemsIn(showExternalImages(html))).toEqual([])
    }
  })
})

it('shows forbidden elements as text', () => {
  expect(render('a <script>alert(1)</script> b').html).toBe(
    '<p>a &lt;script&gt;alert(1)&lt;/script&gt; b</p>\n',
  )
  expect(render('Map<String, List<T>> and <object> stay').html).toBe(
    '<p>Map&lt;String, List&lt;T&gt;&gt; and &lt;object&gt; stay</p>\n',
  )
})
