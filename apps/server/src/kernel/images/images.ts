import type { Config } from '../config.ts'
import { currentScope } from '../request-scope.ts'
import type { ImageJob } from './image-job.ts'
import { type ImageProcess, startImageProcess } from './image-process.ts'
import { openJobQueue } from './job-queue.ts'

/** Decodes and draws images, one at a time, in a child process that is started on demand and ends when idle. */
export type Images = {
  /** `subject` is who asks, a user or a network: nobody fills the whole queue. */
  run<Input, Output>(job: ImageJob<Input, Output>, input: Input, subject: string): Promise<Output>
  close(): Promise<void>
}

const queueLimits = { waiting: 24, perSubject: 8, waitMs: 30_000 }
const idleMs = 30_000
/** A process that grew beyond this share of its limit is not used again: freed memory is seldom given back. */
const reusableShare = 0.5

export function openImages({ image_cpu_seconds, image_memory_mb }: Config): Images {
  const limits = { cpuMs: image_cpu_seconds * 1000, memoryBytes: image_memory_mb * 1024 * 1024 }
  const queue = openJobQueue(queueLimits)
  let current: ImageProcess | null = null
  let idle: NodeJS.Timeout | undefined

  async function end() {
    clearTimeout(idle)
    const ending = current
    current = null
    await ending?.end()
  }

  async function runAlone<Output>(name: string, input: unknown) {
    clearTimeout(idle)
    if (current?.isRunning !== true) current = startImageProcess(limits)
    const { output, memoryBytes } = await current.run({ name, input })
    if (memoryBytes > limits.memoryBytes * reusableShare) await end()
    else idle = setTimeout(() => void end(), idleMs).unref()
    return output as Output
  }

  return {
    async run<Input, Output>(job: ImageJob<Input, Output>, input: Input, subject: string) {
      const work = () => queue.run(subject, () => runAlone<Output>(job.name, input))
      const scope = currentScope()
      return scope?.withoutPermit === undefined ? await work() : await scope.withoutPermit(work)
    },
    async close() {
      queue.close()
      await end()
    },
  }
}
