import { describe, expect, it } from 'vitest'
import { render } from './render.ts'

const excerptOf = (markdown: string): string => render(markdown).excerpt
const graphemes = (text: string): number =>
  [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].length

describe('excerpt', () => {
  it('is the text without markup, on one line', () => {
    expect(excerptOf('# A\n\n- **b**\n- [c](https://x.example) `d`\n\n> e\nf<sup>2</sup>')).toBe(
      'A b c d e f2',
    )
  })

  it('unescapes HTML entities and contains no markup', () => {
    expect(excerptOf('a < b && "c" > d &lt;script&gt; <script>x</script>')).toBe(
      'a < b && "c" > d <script> <script>x</script>',
    )
    expect(excerptOf('&amp;lt;b&amp;gt;')).toBe('&lt;b&gt;')
  })

  it('skips code blocks, unless there is nothing else', () => {
    expect(excerptOf('Why?\n\n```js\nlet a = 1\n```\n\nTell me.')).toBe('Why? Tell me.')
    expect(excerptOf('```js\nlet a = 1\nlet b\n```')).toBe('let a = 1 let b')
  })

  it('skips footnotes and comments', () => {
    expect(excerptOf('a[^1] b <!-- c -->\n\n[^1]: note')).toBe('a b')
  })

  it('is empty for a post without text', () => {
    expect(excerptOf('')).toBe('')
    expect(excerptOf('---\n\n![](/uploads/x.png)')).toBe('')
  })

  it('ends at a word boundary within 240 characters', () => {
    const text = excerptOf('word '.repeat(100))
    expect(text).toMatch(/word…$/)
    expect(text.length).toBeLessThanOrEqual(240)
    expect(text.length).toBeGreaterThan(220)
    expect(excerptOf('a'.repeat(240))).toBe('a'.repeat(240))
    expect(excerptOf('a'.repeat(241))).toBe(`${'a'.repeat(239)}…`)
  })

  it('never splits a grapheme', () => {
    const family = '👨‍👩‍👧‍👦'
    expect(excerptOf(family.repeat(100))).toMatch(new RegExp(`^(?:${family})+…$`, 'u'))
    expect(excerptOf('नि'.repeat(300))).toMatch(/^(?:नि){239}…$/u)
    expect(graphemes(excerptOf('中'.repeat(300)))).toBe(240)
    expect(excerptOf(`a${'\u0301'.repeat(5_000)}`).length).toBeLessThanOrEqual(961)
    expect(excerptOf('😀'.repeat(999)).isWellFormed()).toBe(true)
  })
})
