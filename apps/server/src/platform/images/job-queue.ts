import { AppError } from '../../kernel/errors.ts'

type WaitingJob = { subject: string; start(): void; reject(): void }

export type QueueLimits = { maxWaiting: number; maxPerSubject: number; maxWaitMs: number }

/** A mutex with a bounded queue. */
export type JobQueue = {
  /** Fails with `base.busy` when too many jobs wait or the wait takes too long. */
  run<T>(subject: string, work: () => Promise<T>): Promise<T>
  /** Rejects all waiting jobs. */
  close(): void
}

export function openJobQueue(limits: QueueLimits): JobQueue {
  const waiting = new Set<WaitingJob>()
  let running: string | null = null

  function countOf(subject: string) {
    const own = [...waiting].filter((job) => job.subject === subject)
    return own.length + (running === subject ? 1 : 0)
  }

  async function acquire(subject: string) {
    if (waiting.size >= limits.maxWaiting || countOf(subject) >= limits.maxPerSubject) throw busy()
    if (running !== null) await enqueue(waiting, subject, limits.maxWaitMs)
    running = subject
  }

  function release() {
    const [next] = waiting
    // Set here, so that no new job can start before the next waiting one.
    running = next?.subject ?? null
    next?.start()
  }

  return {
    async run(subject, work) {
      await acquire(subject)
      try {
        return await work()
      } finally {
        release()
      }
    },
    close() {
      for (const job of waiting) job.reject()
    },
  }
}

async function enqueue(waiting: Set<WaitingJob>, subject: string, maxWaitMs: number) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Removed synchronously, so that a rejected job is never started.
  const settle = (finish: () => void) => {
    waiting.delete(job)
    clearTimeout(timer)
    finish()
  }
  const job: WaitingJob = {
    subject,
    start: () => settle(resolve),
    reject: () => settle(() => reject(busy())),
  }
  const timer = setTimeout(job.reject, maxWaitMs)
  waiting.add(job)
  await promise
}

function busy() {
  return new AppError('base.busy', { hint: { retry_after: 10 } })
}
