import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { type Measured, quantile, type Ratio, ratioOf } from './measure.ts'

/** How the product stands beside one other side: less CPU and more answers in a second are better. */
export type Line = { beside: string; cpu: Ratio; perSecond: Ratio }

export type ScenarioReport = {
  name: string
  measured: Measured[]
  lines: Line[]
  /** SQL statements of each request, at most. */
  statements: number | null
  latency?: { rate: number; p50: number; p99: number }
}

export type Report = {
  commit: string
  database: string
  questions: number
  rounds: number
  seconds: number
  scenarios: ScenarioReport[]
  stampede?: unknown
  overload?: unknown
}

export function linesOf([ours, ...others]: readonly Measured[]): Line[] {
  if (ours === undefined) return []
  return others.map((other) => ({
    beside: other.name,
    cpu: ratioOf(ours.cpu, other.cpu),
    perSecond: ratioOf(ours.perSecond, other.perSecond),
  }))
}

const digits = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2))
const ratioText = ({ median, low, high }: Ratio) =>
  `${digits(median)} (${digits(low)}-${digits(high)})`

export const heading = row([
  'scenario',
  'beside',
  'CPU us',
  'theirs',
  'CPU ratio',
  'per s',
  'throughput ratio',
])

export function tableOf({ name, measured, lines, statements, latency }: ScenarioReport): string {
  const [ours, ...others] = measured
  const text = lines.map((line, index) =>
    row([
      index === 0 ? name : '',
      line.beside,
      digits(quantile(ours?.cpu ?? [], 0.5)),
      digits(quantile(others[index]?.cpu ?? [], 0.5)),
      ratioText(line.cpu),
      digits(quantile(ours?.perSecond ?? [], 0.5)),
      ratioText(line.perSecond),
    ]),
  )
  const refused = measured.filter((side) => side.refused > 0)
  return [
    ...text,
    ...(statements === null ? [] : [`  ${statements} statements`]),
    ...(latency === undefined
      ? []
      : [
          `  at ${digits(latency.rate)} a second: p50 ${digits(latency.p50)} ms, p99 ${digits(latency.p99)} ms`,
        ]),
    ...refused.map((side) => `  ${side.name}: ${side.refused} not answered with success`),
  ].join('\n')
}

function row(cells: readonly string[]) {
  const widths = [16, 9, 9, 9, 20, 9, 20]
  return cells
    .map((cell, at) => cell.padEnd(widths[at] ?? 0))
    .join(' ')
    .trimEnd()
}

export function commitOf() {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
}

export function readReport(file: string): Report {
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

export function writeReport(file: string, report: Report) {
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
}
