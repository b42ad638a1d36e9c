import { describe, expect, it } from 'vitest'
import { mathProblemsIn } from './dom.fixture.ts'
import { mathPayloads } from './mathml-payloads.fixture.ts'
import { sanitizePiece, sanitizePluginHtml } from './plugin-html.ts'
import { render } from './render.ts'
import { xssPayloads } from './xss-payloads.fixture.ts'

const place = { siteUrl: 'https://site.example', scope: 'piece-0' }
const sanitize = (html: string, isPhrasing = false) => sanitizePiece(html, { ...place, isPhrasing })

const fraction =
  '<span class="plugin-math"><math display="block"><semantics><mfrac linethickness="0"><mi>a</mi><mn>2</mn></mfrac>' +
  '<annotation encoding="application/x-tex">\\frac a2 &lt; b</annotation></semantics></math></span>'

describe('MathML of a plugin', () => {
  it('is kept', () => {
    expect(sanitize(fraction, true)).toBe(fraction)
    expect(mathProblemsIn(fraction)).toEqual([])
  })

  it('keeps allowed elements and attributes only', () => {
    for (const payload of [...mathPayloads, ...xssPayloads]) {
      const positions = [
        payload,
        `<p>${payload}</p>`,
        `<math><mi>${payload}</mi></math>`,
        `<math><mtext>${payload}</mtext></math>`,
        `<math><semantics><mi>x</mi><annotation encoding="application/x-tex">${payload}</annotation></semantics></math>`,
        `<math><mtable><mtr><mtd>${payload}</mtd></mtr></mtable></math>`,
      ]
      for (const html of positions) {
        const safe = sanitize(html)
        expect({ html, safe, problems: mathProblemsIn(`<p>${safe ?? ''}</p>`) }).toEqual({
          html,
          safe,
          problems: [],
        })
      }
    }
  })

  it.each([
    ['HTML in math', '<math><mtext><b>x</b></mtext></math>'],
    ['math outside of math', '<mi>x</mi>'],
    ['nested math', '<math><mtext><math><mi>x</mi></math></mtext></math>'],
    ['blocks in a sentence', '<div>x</div>'],
  ])('is refused as a whole: %s', (_name, html) => {
    expect(sanitize(html, true)).toBeNull()
  })

  it('stays near its place', () => {
    expect(sanitize('<math><mspace width="41em" height="3em"></mspace></math>')).toBe(
      '<math><mspace height="3em"></mspace></math>',
    )
    expect(
      sanitize('<math><mpadded voffset="-50em" lspace="1e3em"><mi>x</mi></mpadded></math>'),
    ).toBe('<math><mpadded><mi>x</mi></mpadded></math>')
  })
})

it('nobody else can use MathML', () => {
  for (const payload of [fraction, ...mathPayloads]) {
    expect(render(payload).html).not.toMatch(/<m[a-z]*[\s>](?<!<mark>)/)
    expect(sanitizePluginHtml(payload, place)).not.toMatch(/<m[a-z]*[\s>](?<!<mark>)/)
  }
})
