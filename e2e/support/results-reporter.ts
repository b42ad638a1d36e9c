import type {
  FullResult,
  Reporter,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter'
import { relative } from 'node:path'
import { rootDir } from '../../scripts/services/ports.ts'
import { appendResult, clearResults } from '../../scripts/ci/results.ts'

/** Appends each journey to the results as it starts and ends; one that passes on its second try is flaky. */
export default class ResultsReporter implements Reporter {
  private milliseconds = new Map<string, number>()

  onBegin() {
    clearResults('e2e')
  }

  onTestBegin(test: TestCase) {
    appendResult({ ...identity(test), status: 'started' })
  }

  onTestEnd(test: TestCase, { duration, status }: TestResult) {
    const { file } = identity(test)
    this.milliseconds.set(file, (this.milliseconds.get(file) ?? 0) + duration)
    if (status === 'skipped') {
      appendResult({ ...identity(test), status: 'skipped' })
      return
    }
    const outcome = test.outcome()
    if (outcome === 'expected') {
      appendResult({ ...identity(test), status: 'passed', ms: duration })
      return
    }
    if (outcome === 'unexpected' && test.results.length <= test.retries) return
    const ended = outcome === 'flaky' ? 'flaky' : 'failed'
    appendResult({ ...identity(test), status: ended, ms: duration, message: messageOf(test) })
  }

  /** What is nobody's failure in particular: a file that does not load, a run that is out of time. */
  onError({ message, value }: TestError) {
    appendResult({
      stage: 'e2e',
      name: 'the run',
      status: 'failed',
      message: message ?? value ?? '',
    })
  }

  onEnd({ status }: FullResult) {
    if (status === 'timedout' || status === 'interrupted')
      appendResult({
        stage: 'e2e',
        name: 'the run',
        status: 'failed',
        message: `the run ${status}`,
      })
    for (const [file, ms] of this.milliseconds)
      appendResult({ stage: 'e2e', file, name: '', status: 'file', ms })
  }

  printsToStdio() {
    return false
  }
}

function identity(test: TestCase) {
  const [, project = '', , ...titles] = test.titlePath()
  return {
    stage: 'e2e' as const,
    file: relative(rootDir, test.location.file),
    name: [project, ...titles].join(' › '),
  }
}

/** Why the first try failed, and where the trace of the second is. */
function messageOf({ results }: TestCase): string {
  const errors = results[0]?.errors.map(({ message, value }) => message ?? value ?? '') ?? []
  const attachments = results.flatMap((result) => result.attachments)
  const trace = attachments.find(({ name }) => name === 'trace')?.path
  const where = trace === undefined ? [] : [`trace: ${relative(rootDir, trace)}`]
  return [...where, ...errors].join('\n').replaceAll(colors, '')
}

const colors = /\u001B\[[\d;]*m/g
