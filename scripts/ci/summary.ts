import type { Result, Stage } from './results.ts'
import type { LimitedRun } from './run-limited.ts'

export type StageRun = LimitedRun & { stage: Stage; limitMs: number }
export type Summary = { times: string; failures: string; passed: number; failed: number }

/** More journeys than this that pass only on their second try fail the run. */
const mostFlaky = 3
const slowestShown = 12
const messageLines = 12

/** What a run ends with: where the time went, what was flaky, what failed and why. */
export function summarize(stages: StageRun[], results: Result[]): Summary {
  const passed = results.filter(({ status }) => status === 'passed' || status === 'flaky')
  const flaky = results.filter(({ status }) => status === 'flaky')
  const failed = [
    ...results.filter(({ status }) => status === 'failed'),
    ...unfinished(results),
    ...stages.filter((run) => !run.ok).flatMap((run) => stageFailure(run, results)),
    ...tooFlaky(flaky),
  ]
  return {
    times: timeTable(stages, results).join('\n'),
    failures: [
      ...section(
        'Skipped',
        results.filter(({ status }) => status === 'skipped'),
      ),
      ...section('Flaky (passed on the second try)', flaky),
      ...section('Failed', failed),
    ].join('\n'),
    passed: passed.length,
    failed: failed.length,
  }
}

/** `pnpm check` runs the tests too. */
export function resultsOfStage(results: Result[], wanted: Stage): Result[] {
  const members: Stage[] = wanted === 'check' ? ['check', 'tests'] : [wanted]
  return results.filter(({ stage }) => members.includes(stage))
}

/** A test that started and never ended was running when its process died. */
function unfinished(results: Result[]): Result[] {
  const ended = new Set(results.filter(({ status }) => status !== 'started').map(idOf))
  const open = new Map<string, Result>()
  for (const result of results)
    if (result.status === 'started' && !ended.has(idOf(result)))
      open.set(idOf(result), { ...result, message: 'was still running when its run ended' })
  return [...open.values()]
}

/** A stage that failed although none of its tests did, or that ran out of time, is a failure of its own. */
function stageFailure({ stage, isOutOfTime, limitMs }: StageRun, results: Result[]): Result[] {
  const hasFailure = resultsOfStage(results, stage).some(({ status }) => status === 'failed')
  if (hasFailure && !isOutOfTime) return []
  const message = isOutOfTime
    ? `ended at its limit of ${minutes(limitMs)}`
    : `failed without naming a test; see .test-results/${stage}.log`
  return [{ stage, name: 'the whole stage', status: 'failed', message }]
}

function tooFlaky(flaky: Result[]): Result[] {
  if (flaky.length <= mostFlaky) return []
  const message = `${flaky.length} flaky journeys; at most ${mostFlaky} are allowed`
  return [{ stage: 'e2e', name: 'flaky journeys', status: 'failed', message }]
}

function timeTable(stages: StageRun[], results: Result[]): string[] {
  const rows = stages.map(
    ({ stage, ms, limitMs }) => `  ${minutes(ms)} of ${minutes(limitMs)}  ${stage}`,
  )
  const slowest = results
    .filter(({ status }) => status === 'file')
    .sort((one, other) => (other.ms ?? 0) - (one.ms ?? 0))
    .slice(0, slowestShown)
    .map(({ stage, file, ms }) => `  ${minutes(ms ?? 0)}  ${stage}  ${file}`)
  return ['Where the time went', ...rows, 'Slowest test files', ...slowest]
}

function section(title: string, results: Result[]): string[] {
  if (results.length === 0) return []
  return ['', `${title}:`, ...results.map(describe)]
}

function describe({ stage, file, name, message }: Result): string {
  const lines = (message ?? '').trim().split('\n').slice(0, messageLines)
  const where = file === undefined ? stage : `${stage} ${file}`
  return [`- ${where}: ${name}`, ...lines.map((line) => `    ${line}`)].join('\n')
}

const idOf = ({ stage, file, name }: Result) => `${stage} ${file ?? ''} ${name}`

function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${String(Math.floor(seconds / 60)).padStart(2)}:${String(seconds % 60).padStart(2, '0')}`
}
