import { sql } from 'drizzle-orm'
import { fromDrizzle, fromPglite, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Context } from './context.ts'
import type { Database, Db } from './database.ts'
import { describeError } from './error-output.ts'
import type { AfterListener, ListenerIndex, Scheduled } from './events.ts'
import { withScope } from './request-scope.ts'
import { sqlState } from './transact.ts'

export type PendingJob = { queue: string; payload: object }

/** A job that failed for good and waits for a person. */
export type DeadJob = {
  id: string
  queue: string
  payload: unknown
  failedAt: Date
  error: unknown
}

export type Jobs = {
  /** Queues jobs in the caller's transaction. */
  insert(tx: Db, jobs: readonly PendingJob[]): Promise<void>
  /** Starts working the queues in this process. */
  work(ctx: Context): Promise<void>
  listDead(): Promise<DeadJob[]>
  counts(): Promise<{ waiting: number; dead: number }>
  /** Lets running jobs finish within the time given, then stops. */
  stop(timeoutMs: number): Promise<void>
}

const deadQueue = 'dead'
const queueOptions = {
  notify: true,
  // About a day in all: the usual reason is a mail server that is away.
  retryLimit: 30,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 3600,
  deadLetter: deadQueue,
  // A worker that dies stops its heartbeat, and its jobs go to another one.
  heartbeatSeconds: 10,
}
/** A job that stalled its process is tried less often than one that failed: it holds up everything else each time. */
const stallRetries = 4
const schema = 'pgboss'

/** Connects to the queues; a process that only serves needs it to enqueue. */
export async function openJobs(
  database: Database,
  listeners: ListenerIndex,
  options: { works: boolean; log: Logger },
): Promise<Jobs> {
  const boss = makeBoss(database, options.works)
  boss.on('error', (error) => options.log.error({ err: error }, 'job queue'))
  await boss.start()
  await ensureQueues(
    boss,
    listeners.jobs.map(({ queue }) => queue),
  )

  return {
    async insert(tx, jobs) {
      const db = fromDrizzle(tx, sql)
      const queues = [...Map.groupBy(jobs, (job) => job.queue)]
      await Promise.all(
        queues.map(async ([queue, list]) => {
          const data = list.map(({ payload }) => ({ data: payload }))
          await boss.insert(queue, data, { db })
        }),
      )
    },
    async work(ctx) {
      for (const job of listeners.jobs) {
        await startWorker(boss, ctx, job)
        if (job.kind === 'every') await boss.schedule(job.queue, job.cron)
      }
    },
    listDead: () => listDead(boss),
    async counts() {
      const queues = await boss.getQueues()
      const dead = queues.find(({ name }) => name === deadQueue)
      const waiting = queues.reduce(
        (sum, queue) => sum + (queue === dead ? 0 : queue.queuedCount),
        0,
      )
      return { waiting, dead: dead?.queuedCount ?? 0 }
    },
    stop: (timeoutMs) => boss.stop({ graceful: true, timeout: timeoutMs, close: true }),
  }
}

/** Installs or upgrades the queue tables. Part of `stoa migrate`. */
export async function migrateJobs(database: Database, listeners: ListenerIndex) {
  const boss = makeBoss(database, false, true)
  await boss.start()
  await ensureQueues(
    boss,
    listeners.jobs.map(({ queue }) => queue),
  )
  await boss.stop({ graceful: false, close: true })
}

function makeBoss(database: Database, works: boolean, migrate = false) {
  const { engine } = database
  return new PgBoss({
    ...(engine.kind === 'postgres'
      ? { connectionString: engine.url, max: works ? 5 : 2, application_name: 'stoa jobs' }
      : { db: fromPglite(engine.client), backend: 'pglite' }),
    schema,
    migrate,
    createSchema: migrate,
    supervise: works,
    schedule: works,
    useListenNotify: works,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  })
}

async function ensureQueues(boss: PgBoss, names: readonly string[]) {
  const existing = new Set((await boss.getQueues()).map(({ name }) => name))
  if (!existing.has(deadQueue)) await boss.createQueue(deadQueue, { retentionSeconds: 90 * 86_400 })
  for (const name of names) if (!existing.has(name)) await boss.createQueue(name, queueOptions)
}

// Woken by a notification; the poll is only the net below it. Bursting drains a backlog at once.
const workOptions = {
  batchSize: 20,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 5,
  perJobResults: true,
  includeMetadata: true,
} as const

async function startWorker(boss: PgBoss, ctx: Context, job: AfterListener | Scheduled) {
  const run = async (batch: JobWithMetadata<object>[]) =>
    await Promise.all(batch.map((one) => runJob(ctx, job, one)))
  await boss.work<object, unknown, typeof workOptions>(job.queue, workOptions, run)
}

async function runJob(ctx: Context, job: AfterListener | Scheduled, one: JobWithMetadata<object>) {
  const started = performance.now()
  return await withScope(one.id, async () => {
    try {
      if (one.retryCount > stallRetries && isStallOutput(one.output))
        throw new JobStalled('the job stalled its process too often')
      await (job.kind === 'every' ? job.run(ctx) : job.run(ctx, one.data as never))
      ctx.metrics.jobs.inc({ queue: job.queue, result: 'done' })
      ctx.log.debug(
        { jobId: one.id, queue: job.queue, ms: performance.now() - started },
        'job done',
      )
      return { id: one.id, status: 'completed' as const }
    } catch (error) {
      ctx.metrics.jobs.inc({ queue: job.queue, result: 'failed' })
      ctx.log.error({ err: error, jobId: one.id, queue: job.queue }, 'job failed')
      const isLastTry = one.retryCount >= stallRetries && isStall(error)
      const status = isLastTry ? ('deadletter' as const) : ('failed' as const)
      return { id: one.id, status, output: { message: describeError(error) } }
    }
  })
}

class JobStalled extends Error {}

/** The server ended a transaction in which nothing came from this process for too long. */
const idleInTransaction = '25P03'

function isStall(error: unknown) {
  return error instanceof JobStalled || sqlState(error) === idleInTransaction
}

/** What pg-boss notes for a job whose worker stopped its heartbeat, or took too long. */
function isStallOutput(output: unknown) {
  return /"job (heartbeat timeout|timed out)"/.test(JSON.stringify(output ?? null))
}

async function listDead(boss: PgBoss): Promise<DeadJob[]> {
  const jobs = await boss.findJobs<object>(deadQueue)
  return jobs.map((job) => ({
    id: job.id,
    queue: job.sourceName ?? job.name,
    payload: job.data,
    failedAt: job.createdOn,
    error: job.sourceOutput,
  }))
}
