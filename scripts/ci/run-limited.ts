import { spawn, type SpawnOptions } from 'node:child_process'

export type LimitedRun = { ok: boolean; isOutOfTime: boolean; ms: number }

/**
 * Runs a program until it ends or reaches its limit. Then its whole process group is killed, because test runners would
 * leave browsers and servers behind.
 */
export function runLimited(
  command: string[],
  options: SpawnOptions & { limitMs: number; onOutput?: (text: string) => void },
): Promise<LimitedRun> {
  const { limitMs, onOutput, ...spawnOptions } = options
  const [file = '', ...args] = command
  const started = performance.now()
  return new Promise((resolve) => {
    const output = onOutput === undefined ? 'inherit' : 'pipe'
    const child = spawn(file, args, {
      ...spawnOptions,
      stdio: ['ignore', output, output],
      detached: true,
    })
    let isOutOfTime = false
    const killGroup = () => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }
    const timer = setTimeout(() => {
      isOutOfTime = true
      killGroup()
    }, limitMs)
    // Ctrl-C reaches only this process's own group.
    const interrupt = () => {
      killGroup()
      process.exit(130)
    }
    process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
    const end = (ok: boolean) => {
      clearTimeout(timer)
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
      resolve({ ok, isOutOfTime, ms: performance.now() - started })
    }
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => onOutput?.(chunk.toString()))
    child.on('error', (error) => {
      onOutput?.(`${file}: ${error.message}`)
      end(false)
    })
    child.on('close', (code) => end(code === 0))
  })
}
