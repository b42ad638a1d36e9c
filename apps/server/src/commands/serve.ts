import { runInstaller } from '../installer.ts'
import { environment, isConfigured, readConfig } from '../kernel/config.ts'
import { productionBuild } from '../kernel/web/build-source.ts'
import { pagesFrom } from '../pages.ts'
import { type Role, run } from '../run.ts'

/** Runs until told to stop. */
export async function serve(role: Role) {
  const isNew = role !== 'work' && !isConfigured()
  const config = readConfig(environment(), { mayLackFile: isNew })
  const asked = stopAsked(config.stop_timeout_ms)
  const running = isNew
    ? await runInstaller(environment(), role, pagesFrom(productionBuild()))
    : await run(config, role)
  await asked
  await running.stop()
  process.exit(0)
}

/** Heard from the first moment: a start is finished before it is stopped. What takes too long is cut short. */
function stopAsked(timeoutMs: number) {
  return new Promise<void>((resolve) => {
    const stop = () => {
      setTimeout(() => process.exit(1), timeoutMs).unref()
      resolve()
    }
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
  })
}
