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

/** Appends each test to the results when it starts and ends. A test that passes on retry is flaky. */
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
    const finalStatus = outcome === 'flaky' ? 'flaky' : 'failed'
    appendResult({ ...identity(test), status: finalStatus, ms: duration, message: messageOf(test) })
  }

  /** Errors outside of a test, such as a file that does not load. */
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

/** Returns why the first attempt failed and the path of the retry's trace. */
function messageOf({ results }: TestCase): string {
  const errors = results[0]?.errors.map(({ message, value }) => message ?? value ?? '') ?? []
  const attachments = results.flatMap((result) => result.attachments)
  const trace = attachments.find(({ name }) => name === 'trace')?.path
  const where = trace === undefined ? [] : [`trace: ${relative(rootDir, trace)}`]
  return [...where, ...errors].join('\n').replaceAll(colors, '')
}

const colors = /\u001B\[[\d;]*m/g
