import { runInstaller } from '../installer.ts'
import { environment, isConfigured, readConfig } from '../platform/process/read-config.ts'
import { loadProductionBuild } from '../platform/ssr/build-source.ts'
import { createPagesMount } from '../pages.ts'
import { type Role, run } from '../run.ts'

/** Runs until SIGTERM or SIGINT. */
export async function serve(role: Role) {
  const isNew = role !== 'work' && !isConfigured()
  const config = readConfig(environment(), { isFileOptional: isNew })
  const stopSignal = waitForStopSignal(config.stop_timeout_ms)
  const running = isNew
    ? await runInstaller(environment(), role, createPagesMount(loadProductionBuild()))
    : await run(config, role)
  await stopSignal
  await running.stop()
  process.exit(0)
}

/** Registered before startup, which then completes before it stops. Exits when stopping takes too long. */
function waitForStopSignal(timeoutMs: number) {
  return new Promise<void>((resolve) => {
    const stop = () => {
      setTimeout(() => process.exit(1), timeoutMs).unref()
      resolve()
    }
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
  })
}
