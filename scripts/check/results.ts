// How many tests ran, read from the reports that the test tools write.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootDir } from '../services/ports.ts'

export const resultsDir = join(rootDir, '.test-results')
export const vitestReport = join(resultsDir, 'vitest.json')
export const e2eReport = join(resultsDir, 'e2e.json')
export const checkReport = join(resultsDir, 'check.json')
export const benchReport = join(resultsDir, 'bench.json')

export type Counts = { passed: number; failed: number }

/** A missing report counts nothing: the caller knows whether the run itself failed. */
export function readVitestCounts(): Counts {
  const report = readReport<{ numPassedTests: number; numFailedTests: number }>(vitestReport)
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }
}

export function readE2eCounts(): Counts {
  const report = readReport<{ stats: { expected: number; flaky: number; unexpected: number } }>(
    e2eReport,
  )
  // A journey that passed only when repeated is not a passed one.
  const failed = (report?.stats.unexpected ?? 0) + (report?.stats.flaky ?? 0)
  return { passed: report?.stats.expected ?? 0, failed }
}

export function readCheckCounts(): Counts {
  return readReport<Counts>(checkReport) ?? { passed: 0, failed: 0 }
}

export function readBenchCounts(): Counts {
  return readReport<Counts>(benchReport) ?? { passed: 0, failed: 0 }
}

function readReport<T>(file: string): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null
}
