import type { ImageJob } from '../../kernel/images.ts'
import { rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { ImageLimits, JobMessage, JobResult } from './image-job.ts'

const checkIntervalMs = 20
/** Lower priority than the server, which must stay responsive on a single core. */
const niceness = 5

type AnyJob = ImageJob<never, unknown>
type Options = { limits: ImageLimits; scratchDir: string }

/**
 * Runs in the child process: handles one job at a time and kills the process when a job exceeds its limits. The image
 * library uses its own threads, so the timer that enforces the limits is never blocked.
 */
export function serveJobs(jobs: readonly AnyJob[], { limits, scratchDir }: Options) {
  const byName = new Map(jobs.map((job) => [job.name, job]))
  setPriority(niceness)
  process.on('message', (message: JobMessage) => void serve(byName, message, limits))
  process.on('disconnect', () => {
    rmSync(scratchDir, { recursive: true, force: true })
    kill()
  })
}

async function serve(
  byName: ReadonlyMap<string, AnyJob>,
  { name, input }: JobMessage,
  limits: ImageLimits,
) {
  const stopEnforcing = enforceLimits(limits)
  try {
    const job = byName.get(name)
    if (job === undefined) throw new Error(`unknown image job: ${name}`)
    const output = await job.run(input as never)
    sendResult({ output, memoryBytes: process.memoryUsage.rss() })
  } catch (error) {
    sendResult({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  } finally {
    stopEnforcing()
  }
}

function enforceLimits({ cpuMs, memoryBytes }: ImageLimits) {
  const initialUsage = process.cpuUsage()
  const exceed = (exceeded: 'cpu' | 'memory') => {
    clearInterval(timer)
    sendResult({ exceeded }, kill)
  }
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(initialUsage)
    if ((user + system) / 1000 > cpuMs) exceed('cpu')
    else if (process.memoryUsage.rss() > memoryBytes) exceed('memory')
  }, checkIntervalMs)
  return () => clearInterval(timer)
}

function sendResult(message: JobResult, onSent?: () => void) {
  process.send?.(message, undefined, undefined, onSent)
}

/** `process.exit` would wait for the image library's threads. */
function kill() {
  process.kill(process.pid, 'SIGKILL')
}
