// One line of JSON for each test and step, appended as it happens: what a run says survives when the run is killed.
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rootDir } from '../services/ports.ts'

export const resultsDir = join(rootDir, '.test-results')
/** A run inside a test keeps its results elsewhere. */
const resultsFile = process.env['STOA_RESULTS_FILE'] ?? join(resultsDir, 'results.jsonl')

export type Stage = 'build' | 'check' | 'tests' | 'e2e' | 'bench'
export type Result = {
  stage: Stage
  /** The test file or, for a step that is not a test, nothing. */
  file?: string
  name: string
  /** `flaky` passed only when it was tried again. `file` says how long a test file took. */
  status: 'started' | 'passed' | 'failed' | 'flaky' | 'skipped' | 'file'
  ms?: number
  message?: string
}

export function appendResult(result: Result) {
  appendFileSync(resultsFile, `${JSON.stringify(result)}\n`)
}

export function readResults(): Result[] {
  if (!existsSync(resultsFile)) return []
  const lines = readFileSync(resultsFile, 'utf8').split('\n')
  // A killed process may leave half a line.
  return lines.flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Result]
    } catch {
      return []
    }
  })
}

/** Forgets the results of one stage, or of all. */
export function clearResults(...stages: Stage[]) {
  mkdirSync(dirname(resultsFile), { recursive: true })
  const kept =
    stages.length === 0 ? [] : readResults().filter(({ stage }) => !stages.includes(stage))
  rmSync(resultsFile, { force: true })
  for (const result of kept) appendResult(result)
}
