import { runInstaller } from '../installer.ts'
import { environment, isConfigured, readConfig } from '../kernel/config.ts'
import { productionBuild } from '../kernel/web/build-source.ts'
import { pagesFrom } from '../pages.ts'
import { type Role, run } from '../run.ts'

/** Runs until told to stop; a stop that takes too long is cut short. */
export async function serve(role: Role) {
  const isNew = role !== 'work' && !isConfigured()
  const config = readConfig(environment(), { mayLackFile: isNew })
  const running = isNew
    ? await runInstaller(environment(), role, pagesFrom(productionBuild()))
    : await run(config, role)
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    const force = setTimeout(() => process.exit(1), config.stop_timeout_ms)
    force.unref()
    void running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}
