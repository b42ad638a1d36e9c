import { rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { ImageJob, ImageLimits, JobMessage, JobReply } from './image-job.ts'

const checkEveryMs = 20
/** Below the server, which must keep answering on a machine with one core. */
const niceness = 5

type AnyJob = ImageJob<never, unknown>
type Options = { limits: ImageLimits; scratchDir: string }

/**
 * The child's side: runs one job at a time and kills the process when a job exceeds its limits. The library works in
 * threads of its own, so the timer that checks them is never blocked.
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
  const stop = enforce(limits)
  try {
    const job = byName.get(name)
    if (job === undefined) throw new Error(`unknown image job: ${name}`)
    const output = await job.run(input as never)
    reply({ output, memoryBytes: process.memoryUsage.rss() })
  } catch (error) {
    reply({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  } finally {
    stop()
  }
}

function enforce({ cpuMs, memoryBytes }: ImageLimits) {
  const before = process.cpuUsage()
  const exceed = (exceeded: 'cpu' | 'memory') => {
    clearInterval(timer)
    reply({ exceeded }, kill)
  }
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1000 > cpuMs) exceed('cpu')
    else if (process.memoryUsage.rss() > memoryBytes) exceed('memory')
  }, checkEveryMs)
  return () => clearInterval(timer)
}

function reply(message: JobReply, sent?: () => void) {
  process.send?.(message, undefined, undefined, sent)
}

/** `process.exit` would wait for the threads of the library. */
function kill() {
  process.kill(process.pid, 'SIGKILL')
}
