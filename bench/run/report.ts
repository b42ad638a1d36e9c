import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { type Measurements, quantile, type Ratio, ratioOf } from './measure.ts'

/** Ratios to a baseline. Less CPU and more throughput are better. */
export type Comparison = { baseline: string; cpu: Ratio; perSecond: Ratio }

export type ScenarioReport = {
  name: string
  measured: Measurements[]
  lines: Comparison[]
  /** Maximum SQL statements per request. */
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

export function compareSides([product, ...others]: readonly Measurements[]): Comparison[] {
  if (product === undefined) return []
  return others.map((other) => ({
    baseline: other.name,
    cpu: ratioOf(product.cpu, other.cpu),
    perSecond: ratioOf(product.perSecond, other.perSecond),
  }))
}

const formatNumber = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2))
const formatRatio = ({ median, low, high }: Ratio) =>
  `${formatNumber(median)} (${formatNumber(low)}-${formatNumber(high)})`

export const heading = formatRow([
  'scenario',
  'baseline',
  'CPU us',
  'base us',
  'CPU ratio',
  'per s',
  'throughput ratio',
])

export function formatTable({
  name,
  measured,
  lines,
  statements,
  latency,
}: ScenarioReport): string {
  const [product, ...others] = measured
  const text = lines.map((line, index) =>
    formatRow([
      index === 0 ? name : '',
      line.baseline,
      formatNumber(quantile(product?.cpu ?? [], 0.5)),
      formatNumber(quantile(others[index]?.cpu ?? [], 0.5)),
      formatRatio(line.cpu),
      formatNumber(quantile(product?.perSecond ?? [], 0.5)),
      formatRatio(line.perSecond),
    ]),
  )
  const failing = measured.filter((side) => side.failed > 0)
  return [
    ...text,
    ...(statements === null ? [] : [`  ${statements} statements`]),
    ...(latency === undefined
      ? []
      : [
          `  at ${formatNumber(latency.rate)} per second: p50 ${formatNumber(latency.p50)} ms, p99 ${formatNumber(latency.p99)} ms`,
        ]),
    ...failing.map((side) => `  ${side.name}: ${side.failed} failed requests`),
  ].join('\n')
}

function formatRow(cells: readonly string[]) {
  const widths = [18, 9, 9, 9, 20, 9, 20]
  return cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join(' ')
    .trimEnd()
}

export function readCommit() {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
}

export function readReport(file: string): Report {
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

export function writeReport(file: string, report: Report) {
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
}
