import { AppError } from '../errors.ts'

type Waiting = { subject: string; start(): void; refuse(): void }

/** How many jobs wait, in all and of one user or network, and for how long. */
export type QueueLimits = { waiting: number; perSubject: number; waitMs: number }

/** A mutex with a bounded queue. */
export type JobQueue = {
  /** Runs work alone. Refuses as busy when too many wait already, or when it would wait too long. */
  run<T>(subject: string, work: () => Promise<T>): Promise<T>
  /** Refuses all that wait. */
  close(): void
}

export function openJobQueue(limits: QueueLimits): JobQueue {
  const waiting = new Set<Waiting>()
  let running: string | null = null

  function countOf(subject: string) {
    const mine = [...waiting].filter((one) => one.subject === subject)
    return mine.length + (running === subject ? 1 : 0)
  }

  async function acquire(subject: string) {
    if (waiting.size >= limits.waiting || countOf(subject) >= limits.perSubject) throw busy()
    if (running !== null) await waitIn(waiting, subject, limits.waitMs)
    running = subject
  }

  function release() {
    const [next] = waiting
    // Set here, so that nobody comes between the end of one job and the start of the next.
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
      for (const one of waiting) one.refuse()
    },
  }
}

async function waitIn(waiting: Set<Waiting>, subject: string, waitMs: number) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Removed at once, not when the promise is settled: what was refused must not be started.
  const settle = (end: () => void) => {
    waiting.delete(entry)
    clearTimeout(timer)
    end()
  }
  const entry: Waiting = {
    subject,
    start: () => settle(resolve),
    refuse: () => settle(() => reject(busy())),
  }
  const timer = setTimeout(entry.refuse, waitMs)
  waiting.add(entry)
  await promise
}

function busy() {
  return new AppError('base.busy', { hint: { retry_after: 10 } })
}
