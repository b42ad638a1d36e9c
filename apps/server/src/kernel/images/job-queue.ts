import { AppError } from '../errors.ts'

type Waiting = { subject: string; start(): void; refuse(error: AppError): void }

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
    if (running === null) return void (running = subject)
    await new Promise<void>((start, refuse) => {
      const timer = setTimeout(() => {
        waiting.delete(entry)
        refuse(busy())
      }, limits.waitMs)
      const entry: Waiting = {
        subject,
        start() {
          clearTimeout(timer)
          running = subject
          start()
        },
        refuse(error) {
          clearTimeout(timer)
          refuse(error)
        },
      }
      waiting.add(entry)
    })
  }

  function release() {
    running = null
    const [next] = waiting
    if (next === undefined) return
    waiting.delete(next)
    next.start()
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
      for (const one of waiting) one.refuse(busy())
      waiting.clear()
    },
  }
}

function busy() {
  return new AppError('base.busy', { hint: { retry_after: 10 } })
}
