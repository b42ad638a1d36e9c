import { readReport, type Report } from './report.ts'

/** `pnpm bench compare a.json b.json`: how the ratios of a second commit stand to those of a first. */
export function compare([first, second]: readonly string[]) {
  if (first === undefined || second === undefined)
    throw new Error('pnpm bench compare <a.json> <b.json>')
  const [before, after] = [readReport(first), readReport(second)]
  console.log(`${before.commit} -> ${after.commit}, CPU beside each twin`)
  for (const line of comparison(before, after)) console.log(line)
}

export function comparison(before: Report, after: Report): string[] {
  return after.scenarios.flatMap(({ name, lines }) =>
    lines.flatMap(({ beside, cpu }) => {
      const earlier = before.scenarios
        .find((scenario) => scenario.name === name)
        ?.lines.find((line) => line.beside === beside)?.cpu
      if (earlier === undefined) return []
      const change = cpu.median / earlier.median
      // Beyond what rounds of one run differ by.
      const isSure = cpu.low > earlier.high || cpu.high < earlier.low
      const verdict = isSure ? (change > 1 ? 'dearer' : 'cheaper') : 'no difference seen'
      const [from, to] = [earlier, cpu].map(({ median }) => median.toFixed(2))
      return [
        `${name.padEnd(16)} ${beside.padEnd(9)} ${from} -> ${to}  x${change.toFixed(2)}  ${verdict}`,
      ]
    }),
  )
}
