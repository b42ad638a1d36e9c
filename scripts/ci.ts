// Everything, as CI runs it after scripts/setup. The last line is `N passed, N failed`. What the stages print is in
// .test-results/*.log: who reads a log of CI sees only a part of a long one, and must find what failed there.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { appendResult, clearResults, readResults, resultsDir, type Stage } from './ci/results.ts'
import { runLimited } from './ci/run-limited.ts'
import { resultsOfStage, summarize, type StageRun } from './ci/summary.ts'
import { rootDir } from './services/ports.ts'
import { startServices, stopServices } from './services/services.ts'

const minute = 60_000
/** At least three times what each takes on a quiet machine with two cores. */
const limits = { build: 6, check: 40, e2e: 36, bench: 9 } as const
/** Limits the whole run, so that a slow one still ends with a summary of what failed. */
const totalMinutes = 80

const started = performance.now()
const stages: StageRun[] = []
clearResults()
const { started: ownServices } = await startServices()
try {
  const isBuilt = await run('build', ['scripts/build.ts'])
  if (isBuilt) appendResult({ stage: 'build', name: 'build', status: 'passed' })
  await run('check', ['scripts/check.ts'])
  if (isBuilt) {
    await run('e2e', ['scripts/e2e.ts'])
    // Last, when nothing else runs any more.
    await run('bench', ['bench/main.ts', 'short'])
  }
} finally {
  if (ownServices.length > 0) await stopServices()
}
const { times, failures, passed, failed } = summarize(stages, readResults())
console.log(`\n${times}\n${failures}\n\n${passed} passed, ${failed} failed`)
if (failed > 0) process.exitCode = 1

async function run(stage: Exclude<Stage, 'tests'>, program: string[]): Promise<boolean> {
  const log = join(resultsDir, `${stage}.log`)
  writeFileSync(log, '')
  const left = totalMinutes * minute - (performance.now() - started)
  const limitMs = Math.max(1, Math.min(limits[stage] * minute, left))
  const result = await runLimited([process.execPath, ...program], {
    cwd: rootDir,
    limitMs,
    onOutput: (text) => appendFileSync(log, stripVTControlCharacters(text)),
  })
  stages.push({ stage, limitMs, ...result })
  console.log(`${result.ok ? 'ok    ' : 'FAILED'} ${stage}`)
  if (!result.ok) console.log(failureOf(stage, log))
  return result.ok
}

/** What failed in a stage, at once: a run that is killed later has said it. */
function failureOf(stage: Stage, log: string): string {
  const results = resultsOfStage(readResults(), stage)
  if (results.some(({ status }) => status === 'failed')) return summarize([], results).failures
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-30).join('\n')
}
