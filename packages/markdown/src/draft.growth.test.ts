import { describe, it } from 'vitest'
import { completeDraft, renderDraft } from './draft.ts'
import { expectLinearTime } from './growth.fixture.ts'

const syntax = {
  formulas: { dollars: true, brackets: true },
  fences: ['mermaid'],
  links: ['video.example'],
}
const siteUrl = 'https://site.example'
const fill = (unit: string) => (length: number) => unit.repeat(length / unit.length)

/** Native code is timed, at lengths where quadratic time takes seconds. */
describe('renderDraft takes linear time for', { timeout: 120_000 }, () => {
  it.each([
    ['formulas', '$x$ '],
    ['formulas without an end', '$a '],
    ['dollar signs', '$'],
    ['dollars in code', '$a`'],
    ['pairs of dollar signs', '$$ '],
    ['lines of dollar signs', '$$\n'],
    ['lines that begin with dollar signs', '$$ a\n'],
    ['dollars in lists', '- $$\n'],
    ['dollars in quotes', '> $$\n'],
    ['dollars in nested lists', '- - $$ a\n'],
    ['dollars in tags', '<b>$a '],
    ['dollars in code tags', '<code>$a '],
    ['dollars in alt texts', '![$a](b) $b '],
    ['dollars in links', '[$a](b) $b '],
    ['dollars in brackets', '[$a'],
    ['dollars in emphasis', '*$a **b '],
    ['escaped dollar signs', '$a\\$'],
    ['brackets', '\\['],
    ['parentheses', '\\( a'],
    ['lines of brackets', '\\[ a\n'],
    ['brackets in quotes', '> \\[\n'],
    ['links of videos', 'https://video.example/a\n\n'],
    ['diagrams', '```mermaid\na\n```\n'],
  ])('%s', (_name, unit) => {
    for (const end of ['', ' $$ x', '\n\\] x', ' \\)'])
      expectLinearTime(
        (text) => {
          const { draft } = renderDraft(text, syntax, { siteUrl })
          completeDraft(draft, ['<math><mi>x</mi></math>'], siteUrl)
        },
        (length) => fill(unit)(length) + end,
      )
  })
})
