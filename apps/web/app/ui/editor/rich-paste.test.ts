import { describe, expect, it } from 'vitest'
import { isRich, toMarkdown } from './rich-paste.ts'

describe('toMarkdown', () => {
  it.each<[string, string, string]>([
    ['paragraphs', '<p>One</p><p>Two</p>', 'One\n\nTwo'],
    ['line breaks', 'One<br>two', 'One\ntwo'],
    ['headings', '<h1>A</h1><h3>B <em>c</em></h3>', '# A\n\n### B _c_'],
    ['emphasis', '<b>a</b> <i>b</i> <strong>c</strong> <em>d</em>', '**a** _b_ **c** _d_'],
    ['strikethrough', '<del>a</del> <s>b</s>', '~~a~~ ~~b~~'],
    ['spaces at the ends of emphasis', '<p>a<b> b </b>c</p>', 'a **b** c'],
    ['links', '<a href="https://e.example/a">text</a>', '[text](https://e.example/a)'],
    [
      'links with brackets',
      '<a href="https://e.example/a_(b)">t</a>',
      '[t](<https://e.example/a_(b)>)',
    ],
    ['bare links', '<a href="https://e.example/">https://e.example/</a>', 'https://e.example/'],
    ['links without a usable URL', '<a href="javascript:alert(1)">x</a> <a name="y">z</a>', 'x z'],
    [
      'images',
      '<img src="https://e.example/a.png" alt="A cat">',
      '![A cat](https://e.example/a.png)',
    ],
    [
      'local and inline images',
      'a <img src="file:///c/a.png"> <img src="data:image/png;base64,xx">',
      'a',
    ],
    ['bulleted lists', '<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
    ['numbered lists', '<ol start="3"><li>a</li><li>b</li></ol>', '3. a\n4. b'],
    [
      'nested lists',
      '<ul><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ul>',
      '- a\n  - b\n  - c\n- d',
    ],
    ['nested numbered lists', '<ol><li>a<ol><li>b</li></ol></li></ol>', '1. a\n   1. b'],
    [
      'task lists',
      '<ul><li><input type="checkbox"> a</li><li><input type="checkbox" checked> b</li></ul>',
      '- [ ] a\n- [x] b',
    ],
    ['quotes', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
    ['inline code', 'Run <code>a `b`</code>', 'Run `` a `b` ``'],
    [
      'code blocks',
      '<pre><code class="language-ts">const a = 1\n\nlet b\n</code></pre>',
      '```ts\nconst a = 1\n\nlet b\n```',
    ],
    ['code blocks with fences in them', '<pre>```\nx\n```</pre>', '````\n```\nx\n```\n````'],
    ['rules', '<p>a</p><hr><p>b</p>', 'a\n\n---\n\nb'],
    [
      'tables',
      '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1|2</td><td><b>x</b></td></tr></tbody></table>',
      '| A | B |\n| --- | --- |\n| 1\\|2 | **x** |',
    ],
    [
      'tables without a header, as spreadsheets copy them',
      '<style>td{color:red}</style><table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>',
      '| a | b |\n| --- | --- |\n| c | d |',
    ],
    [
      'cells of several paragraphs',
      '<table><tr><td><p>a</p><p>b</p></td></tr></table>',
      '| a b |\n| --- |',
    ],
    [
      'documents of a word processor',
      '<b style="font-weight:normal;"><p><span style="font-weight:700">a</span> <span style="font-style: italic">b</span></p></b>',
      '**a** _b_',
    ],
    [
      'a whole page',
      '<html><head><title>t</title><style>p{}</style></head><body><!--StartFragment--><p>a</p><!--EndFragment--></body></html>',
      'a',
    ],
    ['special characters', '<p>2 * 3 * 4 # 5 [x] _y_</p>', '2 \\* 3 \\* 4 # 5 \\[x\\] \\_y\\_'],
    ['non-breaking spaces', '<p>a&nbsp;b</p>', 'a b'],
    ['scripts and buttons', '<p>a</p><script>x()</script><button>Copy</button>', 'a'],
    ['Arabic', '<p><strong>مرحبا</strong> بك</p>', '**مرحبا** بك'],
  ])('converts %s', (_name, html, markdown) => {
    expect(toMarkdown(html)).toBe(markdown)
  })
})

it('isRich is false for plain text wrapped in HTML', () => {
  expect(isRich('<meta charset="utf-8"><span style="color:red">const a = 1</span>')).toBe(false)
  expect(isRich('<div><div>one</div><div>two</div></div>')).toBe(false)
  expect(isRich('<p>a <b>b</b></p>')).toBe(true)
  expect(isRich('<table><tr><td>1</td></tr></table>')).toBe(true)
})
