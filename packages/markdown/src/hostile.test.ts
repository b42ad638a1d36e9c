import { describe, expect, it } from 'vitest'
import { render } from './render.ts'

const postLimit = 65_535
const fill = (unit: string): string =>
  unit.repeat(Math.ceil(postLimit / unit.length)).slice(0, postLimit)

/** CPU time of this thread, best of a few runs, so that other processes do not fail the test. */
function millisecondsFor(markdown: string, goodEnough: number): number {
  let best = Infinity
  for (let run = 0; run < 8 && best > goodEnough; run++) {
    const before = process.threadCpuUsage()
    render(markdown)
    const { user, system } = process.threadCpuUsage(before)
    best = Math.min(best, (user + system) / 1_000)
  }
  return best
}

describe('render takes less than 100 ms for', () => {
  it.each<[string, string]>([
    ['20,000 spaces', ' '.repeat(20_000)],
    ['20,000 spaces inside a line', `a${' '.repeat(20_000)}b`],
    ['5,000 nested quotes', `${'>'.repeat(5_000)} x`],
    ['5,000 nested quotes with spaces', `${'> '.repeat(5_000)} x`],
    ['300 nested lists', Array.from({ length: 300 }, (_, i) => `${'  '.repeat(i)}- x`).join('\n')],
    ['5,000 nested elements', '<div>'.repeat(5_000)],
    ['5,000 nested emphases', `${'*a **a '.repeat(5_000)}`],
    [
      'a table of 100,000 cells',
      `${'|a'.repeat(1_000)}\n${'|-'.repeat(1_000)}\n${`${'|b'.repeat(1_000)}\n`.repeat(100)}`,
    ],
    ['10,000 open brackets', '['.repeat(10_000)],
    ['10,000 unclosed comments', '<!--'.repeat(10_000)],
    ['10,000 unclosed tags', '<a href="'.repeat(5_000)],
    ['a line of 60,000 letters', 'a'.repeat(60_000)],
    ['10,000 mentions', '@ab '.repeat(10_000)],
  ])('%s', (_name, markdown) => {
    expect(millisecondsFor(markdown, 100)).toBeLessThan(100)
  })
})

// Quadratic time takes many seconds at this length.
describe('render takes less than 500 ms for a post of maximum length that repeats', () => {
  const units = [
    '\t|\n|> |>\n|- |1. |- [ ] a\n|# a\n|a\n=\n|---\n|a\n|    a\n|```\n|`|~~|*|*_|a**b|_a*',
    '[|[]|[a](|[a](b) |[a](<b|![|[a]: b\n|[a\n|[^|[^1]: |[^1]:\n',
    '<|<a|<a |<a b="|<a b=\'|<b>|</div>|<!--\n|<?|<![CDATA[|<details>\n\n|<http://a|<div>\n<!--',
    '<img src=http://a.b/c>|<table>|<td>|<pre>|<div>\n<a "',
    'http://|http://a.b/(|http://a.b |www.|www.a.|a@|a@b.|@|#|#1001',
    '&|&amp;|&#|\\|!|:|\u0301|👨‍👩‍👧‍👦|\u202e|\u0000|中|\ud800',
    '```js\n"|```css\n{|```xml\n<|```cpp\n(|```perl\n/|```markdown\n*|```swift\n@',
  ].flatMap((line) => line.split('|'))
  const tables = ['|', '|-|\n', '|a|\n|-|\n|b|\n', '|a|\n|-|\n> b\n']

  it.each([...units, ...tables])('%j', (unit) => {
    expect(millisecondsFor(fill(unit), 500)).toBeLessThan(500)
  })
})

it.each(['java', 'php', 'csharp', 'ini', 'typescript', 'elixir', 'markdown', 'perl', 'xml'])(
  'highlights the longest hostile block of %s in less than 500 ms',
  (language) => {
    const words = `${'a '.repeat(240)};`
    for (const unit of ['"', '(', '<', '[', 'a.', 'a(', '$', 'aA', 'let ', words]) {
      const code = unit.repeat(7_990 / unit.length)
      expect(millisecondsFor(`\`\`\`${language}\n${code}\n\`\`\``, 500)).toBeLessThan(500)
    }
  },
)

it('renders a typical post of 2 KB in a few milliseconds', () => {
  const post = [
    'I keep a *partial* index with **pgx**, and @ben says [the docs](https://x.example) are right.\n',
    '```sql\nSELECT id, title FROM questions WHERE status = $1 ORDER BY created_at DESC LIMIT 20;\n```\n',
    '| run | ms |\n|----|---:|\n| 1 | 0.4 |\n| 6 | 310 |\n',
    '- [x] reproduced\n- [ ] understood\n\n> The generic plan cannot prove it.\n',
    `${'Plain sentences make up most of a question, and this one is no exception. '.repeat(24)}\n`,
  ].join('\n')
  expect(post.length).toBeGreaterThan(2_000)
  for (let run = 0; run < 200; run++) render(post)
  expect(millisecondsFor(post, 1.5)).toBeLessThan(6)
})
