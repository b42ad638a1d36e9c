import type { Config } from '../../kernel/config.ts'
import { currentScope } from '../../kernel/request-scope.ts'
import type { ImageJob } from '../../kernel/images.ts'
import type { Images } from '../../kernel/services.ts'
import { type ImageProcess, startImageProcess } from './image-process.ts'
import { openJobQueue } from './job-queue.ts'

const queueLimits = { maxWaiting: 24, maxPerSubject: 8, maxWaitMs: 30_000 }
const idleMs = 30_000
/** A process above this share of its memory limit is replaced: freed memory is seldom returned to the system. */
const reusableShare = 0.5

export function openImages({ image_cpu_seconds, image_memory_mb }: Config): Images {
  const limits = { cpuMs: image_cpu_seconds * 1000, memoryBytes: image_memory_mb * 1024 * 1024 }
  const queue = openJobQueue(queueLimits)
  let current: ImageProcess | null = null
  let idleTimer: NodeJS.Timeout | undefined

  async function stopProcess() {
    clearTimeout(idleTimer)
    const stopped = current
    current = null
    await stopped?.end()
  }

  async function runInProcess<Output>(name: string, input: unknown) {
    clearTimeout(idleTimer)
    if (current?.isRunning !== true) current = startImageProcess(limits)
    const { output, memoryBytes } = await current.run({ name, input })
    if (memoryBytes > limits.memoryBytes * reusableShare) await stopProcess()
    else idleTimer = setTimeout(() => void stopProcess(), idleMs).unref()
    return output as Output
  }

  return {
    async run<Input, Output>(job: ImageJob<Input, Output>, input: Input, subject: string) {
      const work = () => queue.run(subject, () => runInProcess<Output>(job.name, input))
      const scope = currentScope()
      return scope?.withoutPermit === undefined ? await work() : await scope.withoutPermit(work)
    },
    async close() {
      queue.close()
      await stopProcess()
    },
  }
}
