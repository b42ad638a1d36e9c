import { readConfig } from '../kernel/config.ts'
import { type Role, run } from '../run.ts'

/** Runs until told to stop; a stop that takes too long is cut short. */
export async function serve(role: Role) {
  const config = readConfig()
  const running = await run(config, role)
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
