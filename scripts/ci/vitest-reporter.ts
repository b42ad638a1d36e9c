import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'
import { rootDir } from '../services/ports.ts'
import { appendResult, clearResults, type Result } from './results.ts'

/** Appends each test to the results as it starts and ends. */
export default class ResultsReporter implements Reporter {
  onTestRunStart() {
    clearResults('tests')
  }

  onTestCaseReady(test: TestCase) {
    append(test.module, { name: test.fullName, status: 'started' })
  }

  onTestCaseResult(test: TestCase) {
    const { state, errors } = test.result()
    if (state === 'pending') return
    append(test.module, {
      name: test.fullName,
      status: state,
      ms: test.diagnostic()?.duration ?? 0,
      ...messageOf(errors),
    })
  }

  /** A hook that fails is the failure of its group of tests. */
  onTestSuiteResult(suite: TestSuite) {
    const errors = suite.errors()
    if (errors.length > 0)
      append(suite.module, { name: suite.fullName, status: 'failed', ...messageOf(errors) })
  }

  onTestModuleEnd(module: TestModule) {
    const errors = module.errors()
    if (errors.length > 0)
      append(module, { name: 'the file itself', status: 'failed', ...messageOf(errors) })
    const { duration, setupDuration, collectDuration } = module.diagnostic()
    append(module, { name: '', status: 'file', ms: duration + setupDuration + collectDuration })
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    for (const error of unhandled)
      appendResult({
        stage: 'tests',
        name: 'unhandled error',
        status: 'failed',
        ...messageOf([error]),
      })
  }
}

function append(module: TestModule, result: Omit<Result, 'stage' | 'file'>) {
  appendResult({ stage: 'tests', file: relative(rootDir, module.moduleId), ...result })
}

function messageOf(errors: readonly { message: string }[] | undefined) {
  const message = errors?.map((error) => error.message).join('\n')
  return message === undefined || message === '' ? {} : { message }
}
