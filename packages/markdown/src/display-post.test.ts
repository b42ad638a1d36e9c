import { describe, expect, it } from 'vitest'
import { listContents, toPostDisplayHtml } from './display-post.ts'
import { render } from './render.ts'

const display = (markdown: string) =>
  toPostDisplayHtml(render(markdown).html, { showsExternalImages: true, idScope: '42' }).trim()

describe('code blocks', () => {
  it('have a head with the language and the name of the file', () => {
    expect(display('```klingon title="a b.kl"\nx\n```')).toBe(
      '<div class="code-block" dir="ltr"><header><span><b>klingon</b> a b.kl</span></header>' +
        '<pre tabindex="0" data-file="a b.kl"><code class="language-klingon">x\n</code></pre></div>',
    )
    expect(display('```ts src/app.ts\nx\n```')).toContain(
      '<header><span><b>TypeScript</b> src/app.ts</span></header>',
    )
  })

  it('have an empty head without a language', () => {
    expect(display('    x')).toContain('<header><span></span></header><pre tabindex="0">')
  })
})

describe('headings', () => {
  it('end with a link to themselves, named by the heading', () => {
    expect(display('## A `b`')).toBe(
      '<h2 id="user-content-42-a-b">A <code>b</code>' +
        '<a class="heading-link" href="#user-content-42-a-b" aria-labelledby="user-content-42-a-b"></a></h2>',
    )
  })

  it('have ids scoped to the post, like footnotes and links to both', () => {
    const html = display('# A\n[up](#a)[^1] `id="user-content-a"`\n\n[^1]: b')
    expect(html).toContain('<a href="#user-content-42-a">up</a>')
    expect(html).toContain('<a href="#user-content-42-fn-1" id="user-content-42-fnref-1">')
    expect(html).toContain('<li id="user-content-42-fn-1">')
    expect(html).toContain('<code>id="user-content-a"</code>')
  })

  it('have no link without an id or within a link', () => {
    const html = display('<h2>x</h2>\n\n<a href="/tags"><h2 id="y">z</h2></a>')
    expect(html).not.toContain('heading-link')
  })
})

describe('images', () => {
  it('are links to their file, unless they are in a link or have no text', () => {
    expect(display('![A plan](/uploads/post/a.png)')).toMatch(
      /^<p><a class="image" href="\/uploads\/post\/a.png"><img src="[^>]*><\/a><\/p>$/,
    )
    expect(display('[![A plan](/uploads/post/a.png)](/tags)')).not.toContain('class="image"')
    expect(display('![](/uploads/post/a.png)')).not.toContain('class="image"')
    expect(display('![A plan](https://a.example/a.png)').match(/<a /g)).toHaveLength(1)
  })
})

describe('tables', () => {
  it.each([
    ['Words', 'ltr'],
    ['1. كلمات', 'rtl'],
    ['`code` מילים', 'ltr'],
    ['```\ncode\n```\n\nמילים', 'rtl'],
  ])('have the direction of %j', (text, direction) => {
    const html = display(`${text}\n\n|a|\n|-|\n|b|`)
    expect(html).toContain(
      `<div class="table-scroll" role="group" tabindex="0" dir="${direction}"><table>`,
    )
  })
})

describe('listContents', () => {
  const words = 'word '.repeat(1_000)

  it('lists the headings of a long post with their text', () => {
    const { html } = render(`# A *b*\n${words}\n## C & d\n### E\n#### F\n## G`)
    expect(listContents(html, '42')).toEqual([
      { id: 'user-content-42-a-b', text: 'A b', level: 1 },
      { id: 'user-content-42-c-d', text: 'C & d', level: 2 },
      { id: 'user-content-42-e', text: 'E', level: 3 },
      { id: 'user-content-42-g', text: 'G', level: 2 },
    ])
  })

  it('is empty for a short post and for few headings', () => {
    expect(listContents(render('# A\n# B\n# C\n# D').html, '42')).toEqual([])
    expect(listContents(render(`# A\n${words}\n# B`).html, '42')).toEqual([])
  })
})
