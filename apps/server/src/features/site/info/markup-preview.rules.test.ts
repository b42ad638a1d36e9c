import { brandingSettings, customMarkupSettings } from '@stoa/contract/settings/site'
import { userSettings } from '@stoa/contract/settings/people'
import { describe, expect, it } from 'vitest'
import { findMarkupProblems } from './markup-preview.rules.ts'

const site = {
  siteUrl: 'https://stoa.example/forum',
  branding: brandingSettings.schema.parse({ logo: 'https://brand.example/logo.png' }),
  site_users: userSettings.schema.parse({}),
}
const problemsOf = (markup: Record<string, string>) =>
  findMarkupProblems(customMarkupSettings.schema.parse(markup), site)

/** As `line problem: excerpt`. */
const linesOf = (field: string, text: string) =>
  problemsOf({ [field]: text }).map(
    ({ line, problem, excerpt }) => `${line} ${problem}: ${excerpt}`,
  )

describe('header, footer and sidebar', () => {
  it.each([
    [
      '<script src="https://e.example/x.js"></script>',
      ['1 script: <script src="https://e.example/x.js">'],
    ],
    ['<p>\n<script>x()</script></p>', ['2 script: <script>']],
    ['<svg><script>x()</script></svg>', ['1 script: <script>']],
    [
      '<b\n onclick="x()" ONLOAD=y>a</b>',
      ['2 event_handler: onclick="x()"', '2 event_handler: ONLOAD=y'],
    ],
    ['<a href=" javascript:x()">a</a>', ['1 script_url: href=" javascript:x()"']],
    ['<iframe src="/"></iframe>', ['1 frame: <iframe src="/">']],
    ['<object data="/x"><b onclick="x()">a</b></object>', ['1 frame: <object data="/x">']],
    ['<meta name="a" content="b">', ['1 head_element: <meta name="a" content="b">']],
    ['<title>A</title>', ['1 head_element: <title>']],
    ['<noscript>a</noscript>', ['1 element: <noscript>']],
    ['a<plaintext>b', ['1 element: <plaintext>']],
    ['<video src="/a.mp4"></video>', ['1 media: src="/a.mp4"']],
    [
      '<form action="https://mail.example/join"></form>',
      ['1 form: action="https://mail.example/join"'],
    ],
    ['<img src="http://c.example/d.png">', ['1 image: src="http://c.example/d.png"']],
    [
      '<img src="/a.png" srcset="/b.png 1x, https://c.example/d.png 2x">',
      ['1 image: srcset="/b.png 1x, https://c.example/d.png 2x"'],
    ],
    [
      '<picture><source srcset="https://c.example/d.png"></picture>',
      ['1 image: srcset="https://c.example/d.png"'],
    ],
    [
      '<p style="background: url(https://c.example/d.png)">a</p>',
      ['1 image: url(https://c.example/d.png)'],
    ],
    [
      '<style>\n@import "https://c.example/d.css";\n</style>',
      ['2 css_import: @import "https://c.example/d.css"'],
    ],
  ])('%s', (markup, problems) => {
    expect(linesOf('custom_header', markup)).toEqual(problems)
  })

  it.each([
    '<p class="a" style="color: red">Back <a href="https://e.example">soon</a></p><!-- c -->',
    '<img src="https://c.example/a.png" srcset="https://c.example/b.png 2x">',
    '<img src="https://stoa.example/a.png"><img src="data:image/png;base64,AA==">',
    '<source srcset=""><svg><use href="#a"></use><rect fill="url(#b)" style="fill: url(#b)"></rect></svg>',
    '<img srcset="https://brand.example/logo.png">',
    '<form action="/search"><input name="q"></form>',
    '</div></aside><ul><li>one<li>two',
  ])('finds nothing in %s', (markup) => {
    expect(linesOf('custom_footer', markup)).toEqual([])
  })
})

describe('custom head', () => {
  it.each([
    ['<script>x()</script>', ['1 script: <script>']],
    [
      '<link rel="stylesheet" href="https://e.example/x.css">',
      ['1 external_style: <link rel="stylesheet" href="https://e.example/x.css">'],
    ],
    [
      '<link rel="apple-touch-icon" href="https://e.example/a.png">',
      ['1 image: href="https://e.example/a.png"'],
    ],
    ['<link rel="canonical" href="/">', ['1 link: <link rel="canonical" href="/">']],
    [
      '<link rel="icon" href="/a.png" onload="x()" id="b">',
      ['1 event_handler: onload="x()"', '1 attribute: id="b"'],
    ],
    [
      '<meta http-equiv="refresh" content="0">',
      ['1 meta: <meta http-equiv="refresh" content="0">'],
    ],
    ['<base href="https://e.example">', ['1 element: <base href="https://e.example">']],
    ['<p>a</p>', ['1 element: <p>']],
    ['google-verification: 1', ['1 text: google-verification: 1']],
    ['<meta name="a" content="b">\n<link rel="me" href="https://social.example/@stoa">', []],
    ['<link rel="icon" href="/a.png">', []],
  ])('%s', (markup, problems) => {
    expect(linesOf('custom_head', markup)).toEqual(problems)
  })
})

describe('custom CSS', () => {
  it.each([
    [
      '@import url("https://fonts.example/css");',
      ['1 css_import: url("https://fonts.example/css")'],
    ],
    [
      "@import 'https://fonts.example/css' screen;",
      ["1 css_import: @import 'https://fonts.example/css'"],
    ],
    [
      '@font-face {\n  src: url(data:font/woff2;base64,AA==)\n}',
      ['2 font: url(data:font/woff2;base64,AA==)'],
    ],
    ['p { background: url(//c.example/a.png) }', ['1 image: url(//c.example/a.png)']],
    ['p {\n  color: red\n', ['1 css_unclosed: {']],
    ['p { color: rgb(1, 2, 3 }\nb {}', ['1 css_unclosed: (']],
    ['p { color: red } }', ['1 css_unexpected: }']],
    ['\n/* open', ['2 css_unclosed: /*']],
    [
      'p::after { content: "a\n" }',
      ['1 css_unclosed: "a', '1 css_unclosed: {', '2 css_unclosed: " }'],
    ],
  ])('%s', (css, problems) => {
    expect(linesOf('custom_css', css)).toEqual(problems)
  })

  it.each([
    '@import "/own.css"; @media (width > 30rem) { p { margin: 0 } }',
    '@font-face { src: local("A"), url("/a.woff2") }',
    '@namespace svg url(http://www.w3.org/2000/svg); /* } */ p::before { content: "}" }',
    'p { background: url(data:image/png;base64,AA==), url(a\\)b.png) } .w-1\\/2 [data-a="["] {}',
  ])('finds nothing in %s', (css) => {
    expect(linesOf('custom_css', css)).toEqual([])
  })
})

it('lists problems by field and line', () => {
  const found = problemsOf({
    custom_footer: '<script></script>',
    custom_header: '<b\n\n onclick="x()">a</b><style>\np {</style>\n<script></script>',
    custom_css: 'p {',
  })
  expect(found.map(({ field, line, problem }) => `${field} ${line} ${problem}`)).toEqual([
    'custom_css 1 css_unclosed',
    'custom_header 3 event_handler',
    'custom_header 4 css_unclosed',
    'custom_header 5 script',
    'custom_footer 1 script',
  ])
})

it('allows images of origins that another field allows', () => {
  const custom_css = 'p { background: url(https://c.example/a.png) }'
  expect(problemsOf({ custom_css })).toHaveLength(1)
  expect(problemsOf({ custom_css, custom_footer: '<img src="https://c.example/b.png">' })).toEqual(
    [],
  )
})

it('shortens long excerpts', () => {
  const [problem] = problemsOf({ custom_head: 'x'.repeat(500) })
  expect(problem?.excerpt).toHaveLength(121)
})

it.each(['url(', '"', '/*', '@', '(', 'url( '.repeat(3)])(
  'reads %j before a long text in linear time',
  (start) => {
    // Quadratic time would take minutes.
    expect(linesOf('custom_css', start + ' '.repeat(65_000))).toBeInstanceOf(Array)
  },
)
