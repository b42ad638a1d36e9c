import { createTestKit } from '@stoa/plugin-kit/testing'
import { describe, expect, it } from 'vitest'
import manifest from '../plugin.json' with { type: 'json' }
import plugin from './server.ts'

const kit = createTestKit({ manifest })
const renderAll = async (sources: readonly string[], isDisplay = false) =>
  (
    (await plugin.render?.(
      sources.map((source) => ({ kind: 'formula', source, isDisplay })),
      kit,
    )) ?? []
  ).map(String)
const render = async (source: string, isDisplay = false) =>
  (await renderAll([source], isDisplay))[0] ?? ''

describe('formulas', () => {
  it('are MathML with their TeX', async () => {
    expect(await render('x^2 < y')).toBe(
      '<span class="plugin-math" dir="ltr"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow>' +
        '<msup><mi>x</mi><mn>2</mn></msup><mo>&lt;</mo><mi>y</mi></mrow>' +
        '<annotation encoding="application/x-tex">x^2 &lt; y</annotation></semantics></math></span>',
    )
    expect(await render('x', true)).toContain(
      '<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">',
    )
  })

  it('in code blocks are shown on lines of their own', async () => {
    const pieces = [{ kind: 'fence', language: 'math', source: 'x\n' }] as const
    expect(String((await plugin.render?.(pieces, kit))?.[0])).toMatch(
      /^<p><span class="plugin-math plugin-math-display" dir="ltr"><math.*display="block"/,
    )
  })

  it.each([
    [String.raw`\mathbb{R}`, '<mi mathvariant="normal">ℝ</mi>'],
    [String.raw`\mathbb{A}`, '<mi mathvariant="normal">𝔸</mi>'],
    [String.raw`\mathcal{L}`, '<mi mathvariant="normal">ℒ</mi>'],
    [String.raw`\mathfrak{g}`, '<mi mathvariant="normal">𝔤</mi>'],
    [String.raw`\mathbf{x1}`, '𝐱'],
    [String.raw`\boldsymbol{\alpha}`, '𝜶'],
    [String.raw`\boxed{x}`, 'class="plugin-math-box"'],
    [
      String.raw`\begin{aligned}a&=b\end{aligned}`,
      '<mtd class="plugin-math-right plugin-math-tight">',
    ],
    [
      String.raw`\begin{array}{l|r}a&b\end{array}`,
      '<mtd class="plugin-math-left plugin-math-line">',
    ],
  ])('show %s in all browsers', async (source, part) => {
    expect(await render(source)).toContain(part)
  })
})

describe('what is not a formula', () => {
  it('is shown as its source with the error', async () => {
    expect(await render(String.raw`\frac{<b>`)).toBe(
      '<code class="plugin-math plugin-math-error" dir="ltr" title="Unexpected end of input in a macro argument, expected ' +
        '&#39;}&#39; at end of input: \\frac{&lt;b&gt;">\\frac{&lt;b&gt;</code>',
    )
  })

  it.each([
    String.raw`\href{javascript:alert(1)}{x}`,
    String.raw`\url{javascript:alert(1)}`,
    String.raw`\includegraphics{//evil.example/x.png}`,
    String.raw`\htmlStyle{position:fixed}{x}`,
    String.raw`\htmlData{a=b}{x}`,
  ])('cannot link, load or style: %s', async (source) => {
    expect(await render(source)).not.toMatch(/<[^>]*(?:href|src|style|data-)=/)
  })
})

describe('limits', () => {
  it('of one formula and of one text', async () => {
    expect(await render('x'.repeat(4001))).toContain('title="This formula is too long."')
    const many = await renderAll(Array.from({ length: 201 }, () => 'x'))
    expect(many.filter((html) => html.includes('<math'))).toHaveLength(200)
    expect(many.at(-1)).toContain('title="This text has too many formulas."')
    const long = await renderAll(Array.from({ length: 6 }, () => 'x+'.repeat(2000)))
    expect(long.filter((html) => html.includes('<math'))).toHaveLength(5)
  })

  it.each([
    ['macros that repeat themselves', String.raw`\def\a{\a\a}\a`],
    [
      'macros that double',
      String.raw`\def\a{xx}\def\b{\a\a\a\a\a\a\a\a}\def\c{\b\b\b\b\b\b\b\b}` +
        String.raw`\c`.repeat(900),
    ],
    ['nesting', '{'.repeat(1900) + 'x' + '}'.repeat(1900)],
    ['fractions', String.raw`\frac1{`.repeat(400) + 'x' + '}'.repeat(400)],
    ['roots', String.raw`\sqrt{`.repeat(500) + 'x' + '}'.repeat(500)],
    [
      'tables',
      String.raw`\begin{matrix}` +
        '&'.repeat(1900) +
        String.raw`\\`.repeat(900) +
        String.raw`\end{matrix}`,
    ],
    ['sizes', String.raw`\rule{9999em}{9999em}\hspace{9999em}x`],
  ])('hold for %s', async (_name, source) => {
    const html = await render(source, true)
    expect(html.length).toBeLessThan(70_000)
    expect(html).not.toMatch(/"\d{3,}/)
  })
})
