import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { excerpt } from './excerpt.ts'
import {
  expectLinearTime,
  factor,
  fragments,
  maxGrowth,
  type Pattern,
  randomPatterns,
  toPattern,
  startWorkCounter,
  toText,
} from './growth.fixture.ts'
import { toPlainText, toSearchText } from './plain.ts'
import { render } from './render.ts'
import { slug, tagSlug } from './slug.ts'
import { showExternalImages } from './display.ts'
import { listContents, toPostDisplayHtml } from './display-post.ts'

// STOA_FUZZ_PATTERNS=5000 STOA_FUZZ_SEED=7 pnpm vitest run growth
const patternCount = Number(process.env.STOA_FUZZ_PATTERNS ?? 100)
const seed = Number(process.env.STOA_FUZZ_SEED ?? 1)

let counter: Awaited<ReturnType<typeof startWorkCounter>>

async function growthOf(pattern: Pattern) {
  const length = pattern.unit.length + (pattern.repeatsSuffix ? pattern.suffix.length : 0)
  // A multiple of 12: units that open and close alternately must end in the same state.
  const times = 12 * Math.ceil(600 / 12 / length)
  const countWork = (count: number) => counter.count(() => render(toText(pattern, count)))
  const growthFrom = async (count: number) =>
    (await countWork(count * factor)) / (await countWork(count))
  const growth = await growthFrom(times)
  // Work with a fixed budget may grow faster at first, and other code of this process counts too: confirm with more text.
  return growth > maxGrowth ? Math.min(growth, await growthFrom(times * factor)) : growth
}

async function expectLinear(patterns: Iterable<Pattern>) {
  const slow: string[] = []
  for (const pattern of patterns) {
    const growth = await growthOf(pattern)
    if (growth > maxGrowth) slow.push(`${growth.toFixed(1)} ${JSON.stringify(pattern)}`)
  }
  expect(slow.join('\n')).toBe('')
}

describe('render does linear work for', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    counter = await startWorkCounter()
  })
  afterAll(() => counter.stop())

  it.each([
    ['quotes without a paragraph to continue', '>---\nb\n'],
    ['quotes of lists', '> - \n<!--1.\n'],
    ['quotes of headings', '> # a\nb\n'],
    ['quotes in lists', '- > ---\nb\n'],
    ['quotes in quotes', '>>---\n>b\n'],
    ['empty nested items', '- + \n~~\n\n'],
    ['unclosed images', '!['],
    ['unclosed tags', '<a b="'],
  ])('%s', async (_name, unit) => {
    await expectLinear([toPattern(unit)])
  })

  it('each fragment by itself', async () => {
    await expectLinear(fragments.map(toPattern))
  })

  it('random combinations of fragments', { timeout: 120_000 + patternCount * 1_000 }, async () => {
    await expectLinear(randomPatterns(seed, patternCount))
  })
})

const nested = (open: string, close: string) => (length: number) => {
  const count = length / (open.length + close.length)
  return open.repeat(count) + close.repeat(count)
}
const fill = (unit: string) => (length: number) => unit.repeat(length / unit.length)
const marks = fill('\u0301\u0323')
const manyLetters = (length: number) =>
  Array.from({ length }, (_, at) => String.fromCharCode(0x4e00 + (at % 20_000))).join('')

/** Regular expressions and built-in functions are timed, at lengths where quadratic time takes seconds. */
describe('linear CPU time', { timeout: 120_000 }, () => {
  const texts: [string, (length: number) => string][] = [
    ['a heading of combining marks', (length) => `# a${marks(length)}`],
    ['a host of many letters', (length) => `[a](http://${manyLetters(length)}/)`],
    [
      'a host of many letters in HTML',
      (length) => `<a href="http://${manyLetters(length)}/">x</a>`,
    ],
    ['an encoded host', (length) => `<http://xn--${fill('a9b8')(length)}/>`],
    ['nested brackets beside a definition', (n) => `[a]: /b\n\n${nested('[', ']')(n)}`],
    ['nested images', nested('![', '](b)')],
    ['lines that continue a deep quote', (n) => `${'>'.repeat(38)}x\n${fill('a\n')(n)}`],
    ['blocks of unclosed elements', nested('<div>\n\n', '</b>\n\n')],
    ['a tag of many attributes', (n) => `<a ${fill('abc d ')(n)}>x</a>`],
    ['many classes', (n) => `<code class="${fill('hljs ')(n)}">x</code>`],
    ['unclosed tags with spaces', fill(`<a${' '.repeat(500)}<`)],
    ['unclosed tags with attributes', fill(`<a${' x  '.repeat(500)}<`)],
    ['long hosts', fill(`http://${'a'.repeat(63)}_`)],
    ['hosts of many parts', fill(`www.${'a.'.repeat(10)}_ `)],
    ['long email addresses', fill(`${'a'.repeat(64)}@${'a.'.repeat(10)}_ `)],
    ['brackets in a link', (n) => `http://a.b/${fill('[a')(n)}`],
    ['parentheses in a link', (n) => `http://a.b/${fill('(((a)')(n)}`],
    ['dashes in links', fill(`http://a.b/${'-'.repeat(500)} `)],
    ['long labels of definitions', fill(`[${'a\n'.repeat(900)}\n`)],
    ['unclosed titles of definitions', fill("[a]: b 'c\n")],
    ['references to one footnote', (n) => `[^1]: a\n\n${fill('[^1]')(n)}`],
    ['the info of a code block', (n) => `\`\`\`${fill('a ')(n)}\nx\n\`\`\``],
    ['a path after a fence', (n) => `\`\`\`a ${fill('a/')(n)}\nx\n\`\`\``],
    ['ids of answers', fill('#10020000000000001 ')],
  ]

  it.each(texts)('of rendering %s', (_name, toLength) => {
    expectLinearTime((text) => void render(text), toLength)
  })

  const units = [
    '\u0301\u0323',
    'a',
    '-',
    ' ',
    '<sup>',
    '<pre>',
    '[^1]',
    '&lt;',
    '![](http://a)',
    '# a\n',
    '<h1 id="a">',
  ]

  it.each<[string, (text: string) => unknown]>([
    ['slug', (text) => slug(text)],
    ['tagSlug', (text) => tagSlug(text)],
  ])('of %s', (_name, run) => {
    for (const unit of units) expectLinearTime(run, fill(unit))
  })

  it.each<[string, (html: string) => string]>([
    ['excerpt', excerpt],
    ['toPlainText', toPlainText],
    ['toSearchText', toSearchText],
    ['showExternalImages', showExternalImages],
    [
      'toPostDisplayHtml',
      (html) => toPostDisplayHtml(html, { showsExternalImages: false, idScope: '1' }),
    ],
    ['listContents', (html) => JSON.stringify(listContents(html, '1'))],
  ])('of %s', (_name, run) => {
    for (const unit of units) {
      expectLinearTime(run, (length) => render(`[^1]: a\n\n${fill(unit)(length)}`).html)
    }
  })
})
