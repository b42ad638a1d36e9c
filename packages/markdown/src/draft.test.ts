import { describe, expect, it } from 'vitest'
import { problemsIn } from './dom.fixture.ts'
import { completeDraft, renderDraft } from './draft.ts'
import { toPlainText, toSearchText } from './plain.ts'
import { render } from './render.ts'
import { xssPayloads } from './xss-payloads.fixture.ts'

const siteUrl = 'https://site.example'
const syntax = {
  formulas: { dollars: true, brackets: true },
  fences: ['mermaid'],
  links: ['video.example'],
}
const draftOf = (markdown: string, options = syntax) => renderDraft(markdown, options, { siteUrl })

/** `source` in a sentence, `[source]` on a line of its own. */
const formulasIn = (markdown: string) =>
  draftOf(markdown).draft.pieces.flatMap((piece) =>
    piece.kind === 'formula' ? [piece.isDisplay ? `[${piece.source}]` : piece.source] : [],
  )

describe('formulas', () => {
  it.each<[string, string[]]>([
    ['$x$', ['x']],
    ['a $x^2$, ($y$) and "$z$".', ['x^2', 'y', 'z']],
    ['$a_b c_d$ and *$e$*', ['a_b c_d', 'e']],
    [String.raw`$\$5 + \text{a \$}$`, [String.raw`\$5 + \text{a \$}`]],
    ['$a\nb$', ['a\nb']],
    ['[$O(n)$ sorting](https://ok.example)', ['O(n)']],
    ['**$x$** | ~~$y$~~', ['x', 'y']],
    ['| a |\n|---|\n| $x$ |', ['x']],
    ['# About $x$', ['x']],
    ['a[^1]\n\n[^1]: $x$', ['x']],
    ['$$x$$', ['[x]']],
    ['$$\nx\n\n- y\n=\n$$', ['[x\n\n- y\n=]']],
    ['where $$x$$ holds', ['[x]']],
    ['text\n$$\nx\n$$\nmore', ['[x]']],
    ['- item\n\n  $$\n  x\n  $$', ['[x]']],
    ['> $$\n> x\n> $$', ['[x]']],
    [String.raw`\(x\) and \[y\]`, ['x', '[y]']],
    [String.raw`\[` + '\nx\n# y\n' + String.raw`\]`, ['[x\n# y]']],
    // No formulas.
    ['It costs $5 and $10.', []],
    ['$5, US$6 or CA$7', []],
    ['between $5 and 6$7', []],
    ['$ x$ and $x $', []],
    ['a $ b $ c', []],
    [String.raw`\$x$ and $x\$`, []],
    ['`$x$` and `$$x$$`', []],
    ['costs $5 in `a$b`', []],
    ['    $x$', []],
    ['```\n$x$\n$$\ny\n$$\n```', []],
    ['<code>$x$</code> <kbd>$y$</kbd>', []],
    ['$x', []],
    ['$$x', []],
    ['$$\nx', []],
    ['$$$$ and $$ $$', []],
    [String.raw`\\(x\\)`, []],
    ['[a $x](https://ok.example) $', []],
    ['https://ok.example/$a$b', []],
  ])('in %j', (markdown, formulas) => {
    expect(formulasIn(markdown)).toEqual(formulas)
  })

  it('of dollars and brackets can be left out', () => {
    const options = { ...syntax, formulas: { dollars: false, brackets: false } }
    const { draft } = draftOf(String.raw`$x$ \(y\) \[z\] $$w$$`, options)
    expect(draft.pieces).toEqual([{ kind: 'formula', source: 'w', isDisplay: true }])
    expect(draft.html).toContain('<p>$x$ (y) [z] ')
  })

  it('are shown in alt texts as they were written', () => {
    expect(draftOf('![a $x$ b](https://ok.example/a.png)').html).toContain('alt="a $x$ b"')
  })

  it('name headings', () => {
    expect(draftOf('## On $n$ and `k`').html).toContain('id="user-content-on-n-and-k"')
  })
})

describe('other pieces', () => {
  it('are fenced code of a language and links alone in a paragraph', () => {
    const markdown =
      '```Mermaid\ngraph TD\n```\n\n```js\na\n```\n\nhttps://video.example/1\n\n<https://video.example/2>\n\n' +
      'See https://video.example/3\n\nhttps://other.example/4\n\n- https://video.example/5\n\n[a](https://video.example/6)'
    expect(draftOf(markdown).draft.pieces).toEqual([
      { kind: 'fence', language: 'mermaid', source: 'graph TD\n' },
      { kind: 'link', url: 'https://video.example/1' },
      { kind: 'link', url: 'https://video.example/2' },
    ])
  })
})

describe('renderDraft', () => {
  it('shows sources until plugins have shown the pieces', () => {
    const { html, excerpt } = draftOf(
      'Let $x<1$ be.\n\n```mermaid\nA-->B\n```\n\nhttps://video.example/1',
    )
    expect(html).toBe(
      '<p>Let <code>$x&lt;1$</code> be.</p>\n' +
        '<pre tabindex="0"><code class="language-mermaid">A--&gt;B\n</code></pre>\n' +
        '<p><a href="https://video.example/1" rel="nofollow ugc noopener">https://video.example/1</a></p>\n',
    )
    expect(excerpt).toBe('Let $x<1$ be. https://video.example/1')
  })

  it('is the same as render for a text without pieces', () => {
    const markdown = '# A *text*\n\nwith $5, `code` and\n\n```js\nlet a\n```\n\nhttps://ok.example'
    const { draft: _, ...rendered } = draftOf(markdown)
    expect(rendered).toEqual(render(markdown, { siteUrl }))
  })

  it('renders hostile sources to allowed elements and attributes only', () => {
    for (const payload of xssPayloads) {
      for (const markdown of [
        `$${payload}$`,
        `$$\n${payload}\n$$`,
        `\`\`\`mermaid\n${payload}\n\`\`\``,
      ]) {
        expect({ markdown, problems: problemsIn(draftOf(markdown).html) }).toEqual({
          markdown,
          problems: [],
        })
      }
    }
  })

  it('shows the rest of the pieces as their source', () => {
    const { draft, html } = draftOf('$x$ '.repeat(501))
    expect(draft.pieces).toHaveLength(500)
    expect(html.match(/<code>/g)).toHaveLength(501)
  })
})

describe('completeDraft', () => {
  const complete = (markdown: string, ...results: (string | null)[]) =>
    completeDraft(draftOf(markdown).draft, results, siteUrl)

  it('inserts what plugins returned', () => {
    expect(complete('a $x$ b $y$', '<math><mi>x</mi></math>', null)).toBe(
      '<p>a <math><mi>x</mi></math> b <code>$y$</code></p>\n',
    )
    expect(complete('```mermaid\na\n```', '<div class="plugin-a fixed"><p>b</p></div>')).toBe(
      '<div class="plugin-a"><p>b</p></div>',
    )
  })

  it('leaves the source of what does not fit', () => {
    expect(complete('a $x$', '<p>b</p>')).toBe('<p>a <code>$x$</code></p>\n')
    expect(complete('a $x$', '<math><mtext><b>b</b></mtext></math>')).toContain('<code>$x$</code>')
    expect(complete('$x$ $y$', 'a'.repeat(400_001), 'b')).toBe(
      '<p><code>$x$</code> <code>$y$</code></p>\n',
    )
  })

  it('does not replace what looks like a marker', () => {
    const { draft } = draftOf('$x$ piece0; $y$')
    const html = `<a title="${draft.marker}0;">${draft.html}</a>`
    const done = completeDraft({ ...draft, html }, ['<b>"</b>', '<i>b</i>'], siteUrl)
    expect(done).toBe(
      '<a title="0;"><p><b>&quot;</b> piece0; <i>b</i></p>\n</a>'.replace('&quot;', '"'),
    )
  })

  it('is plain text as TeX', () => {
    const math =
      '<math><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding="application/x-tex">x^2 &lt; y</annotation></semantics></math>'
    const html = complete('Let $x^2 < y$.', math)
    expect(toPlainText(html)).toBe('Let x^2 < y.')
    expect(toSearchText(html)).toBe('Let x^2 < y.')
    expect(toPlainText('a <math><mi>x</mi></math> b')).toBe('a x b')
  })
})
