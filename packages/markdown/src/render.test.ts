import { describe, expect, it } from 'vitest'
import { render, rendererVersion } from './render.ts'

const htmlOf = (markdown: string): string => render(markdown).html.trim()

describe('text', () => {
  it('supports line breaks, emphasis and strikethrough', () => {
    expect(htmlOf('a\n**b** _c_ ~~d~~')).toBe(
      '<p>a<br />\n<strong>b</strong> <em>c</em> <s>d</s></p>',
    )
  })

  it('allows inline HTML such as kbd, and details with Markdown inside', () => {
    expect(htmlOf('<kbd>Ctrl</kbd> H<sub>2</sub>O x<sup>2</sup>')).toBe(
      '<p><kbd>Ctrl</kbd> H<sub>2</sub>O x<sup>2</sup></p>',
    )
    expect(htmlOf('<details><summary>More</summary>\n\n**in**\n\n</details>')).toBe(
      '<details><summary>More</summary>\n<p><strong>in</strong></p>\n</details>',
    )
  })

  it('removes comments, style attributes and event handlers', () => {
    expect(htmlOf('a <!-- b --> <b style="color:red" onclick="x()" dir="rtl">c</b>')).toBe(
      '<p>a  <b dir="rtl">c</b></p>',
    )
  })

  it('shows an unclosed comment as text', () => {
    expect(htmlOf('<!-- a\n\nb')).toBe('<p>&lt;!-- a</p>\n<p>b</p>')
  })

  it('closes unclosed elements', () => {
    expect(htmlOf('<div><b>a')).toBe('<div><b>a</b></div>')
  })

  it('returns the renderer version', () => {
    expect(render('x').version).toBe(rendererVersion)
  })
})

describe('headings', () => {
  it('have prefixed ids that cannot collide with ids of the page', () => {
    expect(htmlOf('# Über `x`\n## Über x\n## 你好')).toBe(
      [
        '<h1 id="user-content-uber-x">Über <code>x</code></h1>',
        '<h2 id="user-content-uber-x-1">Über x</h2>',
        '<h2 id="user-content-你好">你好</h2>',
      ].join('\n'),
    )
  })

  it('have ids scoped to the post, and links to them work', () => {
    const { html } = render('# A\n[up](#a) <h2 id="location">x</h2>', { idScope: '42' })
    expect(html).toContain('<h1 id="user-content-42-a">')
    expect(html).toContain('<a href="#user-content-42-a">up</a>')
    expect(html).toContain('<h2 id="user-content-42-location">')
  })
})

describe('tables', () => {
  it('scroll in a container and align without style attributes', () => {
    const html = htmlOf('|a|b|\n|:-:|--:|\n|1|2|')
    expect(html).toMatch(/^<div class="table-scroll" role="group" tabindex="0"><table>/)
    expect(html).toContain('<th align="center">a</th>')
    expect(html).toContain('<td align="right">2</td>')
    expect(html).toMatch(/<\/table><\/div>$/)
  })

  it('written as HTML scroll too, only the outermost', () => {
    const html = htmlOf('<table><tr><td><table><tr><td>x</td></tr></table></td></tr></table>')
    expect(html.match(/table-scroll/g)).toHaveLength(1)
  })

  it('with too many cells are shown as text', () => {
    const header = `${'a|'.repeat(100)}\n${'-|'.repeat(100)}\n`
    expect(htmlOf(header + 'b\n'.repeat(10))).toContain('<table>')
    expect(htmlOf(header + 'b\n'.repeat(100))).not.toContain('<table>')
  })
})

describe('code', () => {
  it('is highlighted when its language is known', () => {
    expect(htmlOf('```ts\nconst a: number = 1\n```')).toBe(
      '<pre tabindex="0"><code class="language-ts hljs">' +
        '<span class="hljs-keyword">const</span> <span class="hljs-attr">a</span>: ' +
        '<span class="hljs-built_in">number</span> = <span class="hljs-number">1</span>\n' +
        '</code></pre>',
    )
  })

  it('is not highlighted without a language, with an unknown one, or when too long', () => {
    expect(htmlOf('```\nif <b>\n```')).toBe('<pre tabindex="0"><code>if &lt;b&gt;\n</code></pre>')
    expect(htmlOf('```klingon x=1\nif\n```')).toBe(
      '<pre tabindex="0"><code class="language-klingon">if\n</code></pre>',
    )
    expect(htmlOf(`\`\`\`js\n${'if (a) b()\n'.repeat(1_000)}\`\`\``)).not.toContain('hljs')
    expect(htmlOf(`\`\`\`java\n${'word '.repeat(200)}\n\`\`\``)).not.toContain('hljs')
    expect(htmlOf('    indented')).toBe('<pre tabindex="0"><code>indented\n</code></pre>')
  })

  it.each([
    ['ts title="a b.ts"', 'a b.ts'],
    ["ts title='a.ts' {1,3}", 'a.ts'],
    ['ts src/a-b.test.ts', 'src/a-b.test.ts'],
    ['sh .env', '.env'],
    [`ts title="${'a'.repeat(150)}"`, 'a'.repeat(100)],
  ])('keeps the name of the file in ```%s', (info, file) => {
    expect(htmlOf(`\`\`\`${info}\nx\n\`\`\``)).toContain(`data-file="${file}"`)
  })

  it.each([
    'ts',
    'ts x=1.5',
    'ts {1.5}',
    'ts 1.5',
    'ts two words.ts',
    'ts title=""',
    'ts title="<b>"',
  ])('has no file in ```%s', (info) => {
    expect(htmlOf(`\`\`\`${info}\nx\n\`\`\``)).not.toContain('data-file')
  })

  it('keeps the sub-scope classes of the highlighter', () => {
    expect(htmlOf('```js\nfunction f() {}\n```')).toContain('<span class="hljs-title function_">')
  })
})

describe('task lists', () => {
  it('are disabled checkboxes labeled with their text', () => {
    expect(htmlOf('- [ ] a\n- [x] **b**\n- c')).toBe(
      [
        '<ul>',
        '<li class="task"><label><input type="checkbox" disabled /> a</label></li>',
        '<li class="task"><label><input type="checkbox" disabled checked /> ' +
          '<strong>b</strong></label></li>',
        '<li>c</li>',
        '</ul>',
      ].join('\n'),
    )
  })
})

describe('footnotes', () => {
  it('are numbered by first use and link back', () => {
    const html = htmlOf('a[^two] b[^one] c[^two]\n\n[^one]: First\n\n[^two]: Second\n    line')
    expect(html).toContain(
      'a<sup class="footnote-ref"><a href="#user-content-fn-1" id="user-content-fnref-1">1</a></sup>',
    )
    expect(html).toContain('c<sup class="footnote-ref"><a href="#user-content-fn-1">1</a></sup>')
    expect(html).toContain(
      '<li id="user-content-fn-1"><p>Second<br />\nline ' +
        '<a href="#user-content-fnref-1" class="footnote-backref">↩\ufe0e</a></p>\n</li>',
    )
    expect(html.indexOf('Second')).toBeLessThan(html.indexOf('First'))
  })

  it('are shown as text when undefined, and hidden when unused', () => {
    expect(htmlOf('a[^x]')).toBe('<p>a[^x]</p>')
    expect(htmlOf('a\n\n[^x]: b')).toBe('<p>a</p>')
  })
})
