import { readReport, type Report } from './report.ts'

/** `pnpm bench compare a.json b.json`: compares the ratios of two commits. */
export function compare([first, second]: readonly string[]) {
  if (first === undefined || second === undefined)
    throw new Error('pnpm bench compare <a.json> <b.json>')
  const [before, after] = [readReport(first), readReport(second)]
  console.log(`${before.commit} -> ${after.commit}, CPU relative to each baseline`)
  for (const line of compareReports(before, after)) console.log(line)
}

export function compareReports(before: Report, after: Report): string[] {
  return after.scenarios.flatMap(({ name, lines }) =>
    lines.flatMap(({ baseline, cpu }) => {
      const previous = before.scenarios
        .find((scenario) => scenario.name === name)
        ?.lines.find((line) => line.baseline === baseline)?.cpu
      if (previous === undefined) return []
      const change = cpu.median / previous.median
      // Significant when the ranges of both runs do not overlap.
      const isSignificant = cpu.low > previous.high || cpu.high < previous.low
      const verdict = isSignificant
        ? change > 1
          ? 'slower'
          : 'faster'
        : 'no significant difference'
      const [from, to] = [previous, cpu].map(({ median }) => median.toFixed(2))
      return [
        `${name.padEnd(18)} ${baseline.padEnd(9)} ${from} -> ${to}  x${change.toFixed(2)}  ${verdict}`,
      ]
    }),
  )
}
