// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { toCopy, toOfflinePage } from './page-copy.ts'

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html')

/** Not the document of the test, which other tests share. */
function aPage() {
  const page = document.implementation.createHTMLDocument('')
  page.title = 'Which flour?'
  page.documentElement.lang = 'ar'
  page.documentElement.dir = 'rtl'
  page.head.innerHTML += '<link rel="stylesheet" href="/assets/app.css"><script>1</script>'
  page.body.innerHTML = `<header>Notifications of Ada</header>
    <main><h1>Which flour?</h1><p>Rye &lt;or&gt; wheat?</p><button>Vote</button>
      <script>alert(1)</script><a href="/posts/1/edit">Edit</a><a href="/tags/flour">flour</a>
      <section id="answer-form"><textarea>A draft</textarea></section>
      <div contenteditable="true">Another draft</div></main>`
  return page
}

describe('toCopy', () => {
  it('has the main part and the styles of the page, and no scripts, forms or drafts', () => {
    const copy = parse(toCopy(aPage(), { notice: 'Offline.', link: 'All' }))
    expect(copy.documentElement.dir).toBe('rtl')
    expect(copy.title).toBe('Which flour?')
    expect(copy.querySelector('link')?.getAttribute('href')).toBe('/assets/app.css')
    expect(copy.querySelector('main p')?.textContent).toBe('Rye <or> wheat?')
    expect(copy.querySelectorAll('script, button, textarea, section')).toHaveLength(0)
    expect(copy.body.textContent).not.toMatch(/draft|Notifications of Ada|Edit/)
    const links = [...copy.querySelectorAll('a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/offline', '/tags/flour'])
  })
})

describe('toOfflinePage', () => {
  const texts = { title: 'Offline', text: 'No connection.', saved: 'Saved', retry: 'Try again' }

  it('lists the saved questions as text', () => {
    const questions = [{ path: '/questions/1/a', title: '<img src=x onerror=alert(1)>' }]
    const page = parse(toOfflinePage(aPage(), questions, texts))
    expect(page.querySelector('li a')?.textContent).toBe(questions[0]?.title)
    expect(page.querySelectorAll('img')).toHaveLength(0)
  })

  it('has no empty list', () => {
    const page = parse(toOfflinePage(aPage(), [], texts))
    expect(page.querySelectorAll('ul, h2')).toHaveLength(0)
  })
})
