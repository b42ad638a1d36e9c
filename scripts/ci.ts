// Everything, as CI runs it after scripts/setup. The last line is `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { readBenchCounts, readCheckCounts, readE2eCounts, resultsDir } from './check/results.ts'
import type { Counts } from './check/results.ts'
import { rootDir } from './services/ports.ts'
import { startServices, stopServices } from './services/services.ts'

const total: Counts = { passed: 0, failed: 0 }

rmSync(resultsDir, { recursive: true, force: true })
mkdirSync(resultsDir, { recursive: true })
const { started } = await startServices()
try {
  const isBuilt = runStage('build', ['scripts/build.ts'], null)
  runStage('check', ['scripts/check.ts'], readCheckCounts)
  if (isBuilt) {
    runStage('e2e', ['scripts/e2e.ts'], readE2eCounts)
    // Last, when nothing else runs any more.
    runStage('bench', ['bench/main.ts', 'short'], readBenchCounts)
  }
} finally {
  if (started.length > 0) await stopServices()
}
console.log(`${total.passed} passed, ${total.failed} failed`)
if (total.failed > 0) process.exitCode = 1

/** Runs one stage; a stage that fails without a failed test still counts as one failure. */
function runStage(name: string, program: string[], counts: (() => Counts) | null): boolean {
  console.log(`\n== ${name}`)
  const limits = { timeout: 25 * 60_000, killSignal: 'SIGKILL' } as const
  const { status } = spawnSync(process.execPath, program, {
    cwd: rootDir,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...limits,
  })
  const ok = status === 0
  const found = counts?.() ?? { passed: ok ? 1 : 0, failed: 0 }
  total.passed += found.passed
  total.failed += found.failed === 0 && !ok ? 1 : found.failed
  return ok
}
