import { Session } from 'node:inspector/promises'
import { expect } from 'vitest'

/** With four times the text, linear work grows by 4 and quadratic work by 16. */
export const factor = 4
export const maxGrowth = 6.5

/** Counts executed blocks of JavaScript: unlike time, the count is the same on every machine and under any load. */
export async function startWorkCounter() {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const take = async () => (await session.post('Profiler.takePreciseCoverage')).result
  return {
    async count(run: () => void): Promise<number> {
      await take()
      run()
      return (await take())
        .flatMap(({ functions }) => functions)
        .flatMap(({ ranges }) => ranges)
        .reduce((total, { count }) => total + count, 0)
    },
    async stop() {
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}

/** CPU time of this thread, because the counter does not see regular expressions and built-in functions. */
function cpuMilliseconds(run: () => void): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

const lineStarts = [
  ['>', '> ', '- ', '* ', '1. ', '2) ', '  ', '    ', '\t', '# ', '---', '===', '=', '-', ''],
  ['```', '~~~', '[^1]: ', '[a]: ', '[', '|a|', '|-|', '|a|b|c|', '|-|-|-|'],
  ['<div>', '<!--', '<pre>', '<details>'],
].flat()

/** Every block and inline rule starts, continues or ends with one of these. */
export const fragments = [
  lineStarts.filter((start) => start !== ''),
  ['+ ', '>\t', '***', '## ', '#', '\n', '\n\n', '  \n', '\\\n', '\r', '`', '``', '```js'],
  ['*', '**', '_', '__', '~', '~~', '\\', '!', ':', ';', '.', ',', '?', '$', '%', '+', '^', '='],
  ['|', ':-:', '[', ']', '](', ')', '(', '![', '[a]', '[a](', '[a](b', '(b', '[^1]', '[x] '],
  ['[a]: /b', '[a]: /b "t"', '"', "'", '"a"', "'a'", '{', '}', '<', '</', '<a', '<a ', '<b>'],
  ['</b>', '</div>', '<div', '-->', '--', '<?', '?>', '<!a', '<![CDATA[', ']]>', '</pre>'],
  ['<table>', '<td>', '<td', '<a href="', "<a b='", ' b="', " b='", '<img src="', '<h2>'],
  ['<form>', '<script>', '<section>', '<sup>', '<li>', '<p>', '<code>', '</code>', '<svg'],
  ['<http://a.b>', 'http://a.b/', 'http://a.b/(', 'http://[', 'https://', '//', '://', 'www.'],
  ['www.a.b', 'a@b.c', 'mailto:', 'mailto:a@b.c', 'xn--', '%20', '@', '@ab', '#1001', '/'],
  ['#10010000000000001', '&', '&amp;', '&#', '&#x', 'a', 'aé', '0', ' ', '中', '👨'],
  ['\u0301', '\u0301\u0323', '\ud800', '\0', '\u00a0', '\u202e'],
].flat()

export type Pattern = { prefix: string; unit: string; suffix: string; repeatsSuffix: boolean }

export function toText(pattern: Pattern, times: number): string {
  const { prefix, unit, suffix, repeatsSuffix } = pattern
  return prefix + unit.repeat(times) + (repeatsSuffix ? suffix.repeat(times) : suffix)
}

export const toPattern = (unit: string): Pattern => ({
  prefix: '',
  unit,
  suffix: '',
  repeatsSuffix: false,
})

/** Random combinations of the fragments: repeated, with a prefix, with a suffix, or nested. */
export function randomPatterns(seed: number, count: number): Pattern[] {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const several = (max: number, create: () => string) =>
    Array.from({ length: 1 + Math.floor(random() * max) }, create).join('')
  const inline = () => several(4, () => pick(fragments))
  const line = () => `${several(3, () => pick(lineStarts))}${several(2, () => pick(fragments))}\n`
  const pattern = (): Pattern => {
    const part = random() < 0.5 ? inline : () => several(3, line)
    const shape = random()
    const prefix = random() < 0.5 ? '[a]: /b\n\n[^1]: x\n\n' : part()
    return {
      prefix: shape < 0.5 ? '' : prefix,
      unit: part(),
      suffix: shape < 0.65 ? '' : part(),
      repeatsSuffix: shape > 0.75,
    }
  }
  return Array.from({ length: count }, pattern)
}

export function expectLinearTime(
  run: (text: string) => unknown,
  toLength: (length: number) => string,
) {
  const long = toLength(60_000)
  const short = toLength(60_000 / factor)
  let best = Infinity
  // Other processes make single measurements slower, never faster.
  for (let attempt = 0; attempt < 5 && best > maxGrowth; attempt++) {
    const time = cpuMilliseconds(() => run(long))
    if (time < 100) return
    best = Math.min(best, time / cpuMilliseconds(() => run(short)))
  }
  expect(best).toBeLessThan(maxGrowth * 1.5)
}
